"""The loaded model behind the service: loading, ready or failed, and its queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import structlog

from scoring.contract import CheckItem, CheckResult
from scoring.errors import CheckTimeoutError, NotReadyError, ScorerError
from scoring.service.batching import Batcher, BatchLimits
from scoring.service.logs import frames_of
from scoring.service.metrics import Metrics
from scoring.service.reload import Follower, Source
from scoring.service.shadow import Shadow
from scoring.settings import Settings

if TYPE_CHECKING:
    from scoring.engine import Checker

__all__ = ["Host", "Load", "OnFailed", "Sources"]

#: Loads the model; slow, called once in the inference thread.
Load: TypeAlias = "Callable[[], Checker]"
#: Told why loading failed.
OnFailed = Callable[[ScorerError], None]

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Sources:
    """What may change while the service runs.

    Attributes:
        current: The version in use.
        shadow: A candidate beside it.
    """

    current: Source
    shadow: Source


class Host:
    """Loads the model in the inference thread and checks drafts with it.

    Args:
        load: Makes the checker.
        settings: Queue, batch and timeout settings.
        metrics: Told of readiness, queue and results.
        on_failed: Told when loading failed, so that a command can end; the service itself stays
            up, not ready, and says why.
        sources: Followed once the model is loaded; without them it stays what it is.
    """

    def __init__(
        self,
        load: Load,
        settings: Settings,
        metrics: Metrics,
        on_failed: OnFailed | None = None,
        sources: Sources | None = None,
    ) -> None:
        self._load = load
        self._settings = settings
        self._metrics = metrics
        self._on_failed = on_failed
        self._sources = sources
        self._followers: list[asyncio.Task[None]] = []
        self._shadow: Shadow | None = None
        self._executor: ThreadPoolExecutor | None = None
        self._writers: ThreadPoolExecutor | None = None
        self._batcher: Batcher | None = None
        self._loading: asyncio.Task[None] | None = None
        self._failure: ScorerError | None = None
        metrics.watch_queue(lambda: len(self._batcher or ()))

    def start(self) -> None:
        """Start loading; returns at once."""
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="inference")
        self._loading = asyncio.create_task(self._load_model(self._executor), name="load-model")

    async def close(self) -> None:
        """Finish what waits, then stop; bounded by the drain timeout."""
        tasks = [task for task in (self._loading, *self._followers) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._cast_shadow(None)
        if self._batcher is not None:
            await self._batcher.close(self._settings.drain_timeout)
        self._metrics.ready.set(0)
        for executor in (self._executor, self._writers):
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)

    def require_ready(self) -> Batcher:
        """Give the batcher.

        Raises:
            NotReadyError: The model is not loaded (yet), or its worker has ended.
        """
        if self._failure is not None:
            raise NotReadyError(f"The model could not be loaded: {self._failure}")
        if self._batcher is None:
            raise NotReadyError("The model is still loading: try again in a few seconds.")
        self._batcher.require_worker()
        return self._batcher

    async def check(self, items: Sequence[CheckItem], *, rewrites: bool) -> list[CheckResult]:
        """Check drafts within the request timeout.

        Raises:
            UnavailableError: Not ready, too busy, too slow or shutting down.
            CheckFailedError: The model failed on a draft.
        """
        batcher = self.require_ready()
        try:
            async with asyncio.timeout(self._settings.request_timeout):
                results = await batcher.submit(items, rewrites=rewrites)
        except TimeoutError:
            seconds = f"{self._settings.request_timeout:g}"
            message = f"The check was not done within {seconds} s: send fewer drafts at once."
            raise CheckTimeoutError(message) from None
        self._metrics.count(results)
        if self._shadow is not None:
            self._shadow.see(items, results)
        return results

    async def _load_model(self, executor: Executor) -> None:
        loop = asyncio.get_running_loop()
        # Before loading: what is promoted meanwhile is seen as a change.
        loaded = self._sources.current.signature() if self._sources else ""
        try:
            checker = await loop.run_in_executor(executor, self._load)
        except Exception as error:  # noqa: BLE001 - whatever a model file holds may come out here
            self._fail(error)
            return
        # Each thread begins with the first draft that needs it: without a language model there is
        # none. More drafts than it takes at once would only wait inside their time budgets.
        at_once = self._settings.llm_parallel if self._settings.llm == "server" else 1
        self._writers = ThreadPoolExecutor(at_once, thread_name_prefix="writing")
        self._batcher = Batcher(checker, executor, self._limits(), self._metrics, self._writers)
        self._batcher.start()
        self._metrics.ready.set(1)
        _log.info("model_loaded", model=checker.model.id, device=checker.device)
        self._follow(loaded)

    def _follow(self, loaded: str) -> None:
        if self._sources is None:
            return
        every = self._settings.reload_seconds
        followers = (
            Follower(self._sources.current, every, self._take, loaded),
            Follower(self._sources.shadow, every, self._cast_shadow),
        )
        self._followers = [asyncio.create_task(f.run(), name="follow-model") for f in followers]

    def _take(self, checker: Checker | None) -> None:
        """Let a new version check from the next batch on."""
        if checker is None or self._batcher is None:
            return
        self._batcher.checker = checker
        self._metrics.reloads.inc()
        _log.info("model_changed", model=checker.model.id, device=checker.device)

    def _cast_shadow(self, checker: Checker | None) -> None:
        if self._shadow is not None:
            self._shadow.close()
        self._shadow = None
        if checker is not None:
            self._shadow = Shadow(checker, self._settings.shadow_share, self._metrics)
            _log.info("shadow_changed", model=checker.model.id)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, ScorerError):
            _log.error("load_failed", error=type(error).__name__, at=frames_of(error))
            error = ScorerError(f"loading the model failed ({type(error).__name__}); see the log.")
        else:
            _log.error("load_failed", why=str(error))
        self._failure = error
        if self._on_failed is not None:
            self._on_failed(error)

    def _limits(self) -> BatchLimits:
        return BatchLimits(
            size=self._settings.batch_size,
            wait_seconds=self._settings.batch_ms / 1000,
            queue_length=self._settings.queue_length,
        )
