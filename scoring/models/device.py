"""Device and number format, chosen once, with the reason kept for the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch

from scoring.errors import SettingsError

DeviceChoice = Literal["auto", "cpu", "cuda"]
DtypeChoice = Literal["auto", "float32", "bfloat16", "float16"]
_DTYPES = {
    "float32": torch.float32,
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
}


@dataclass(frozen=True, slots=True)
class Placement:
    """Where and how the network runs, and why."""

    device: torch.device
    dtype: torch.dtype
    reason: str

    def __str__(self) -> str:
        name = str(self.dtype).removeprefix("torch.")
        return f"{self.device} {name} ({self.reason})"


def choose(device: DeviceChoice = "auto", dtype: DtypeChoice = "auto") -> Placement:
    """Choose the device and dtype.

    Raises:
        SettingsError: CUDA was asked for and there is none.
    """
    has_gpu = torch.cuda.is_available()
    if device == "cuda" and not has_gpu:
        raise SettingsError(
            "SCORER_DEVICE is cuda, but torch sees no CUDA device; set it to auto or cpu."
        )
    if device == "cpu" or not has_gpu:
        why = "asked for" if device == "cpu" else "no CUDA device"
        chosen = torch.float32 if dtype == "auto" else _DTYPES[dtype]
        return Placement(torch.device("cpu"), chosen, why)
    if dtype != "auto":
        return Placement(torch.device("cuda"), _DTYPES[dtype], "dtype asked for")
    if torch.cuda.is_bf16_supported():
        return Placement(torch.device("cuda"), torch.bfloat16, "GPU supports bf16")
    return Placement(torch.device("cuda"), torch.float16, "GPU without bf16")
