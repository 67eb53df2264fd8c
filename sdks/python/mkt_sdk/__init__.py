"""What a marketplace application in Python imports. Standard library only; Python 3.9 and newer."""

from .app import App
from .context import Context
from .errors import GiveUp, PolicySystemError, SdkError, StateError, TryAgain
from .mapping import (
    EnterpriseChange,
    Filling,
    Place,
    PricedPeril,
    fill,
    format_mapping_path,
    mapping_of,
    parse_mapping_path,
    perils_to_price,
    policyholder_mapping_of,
    read_enterprise_field,
    read_policy_field,
    read_policyholder_field,
    write_policyholder,
)
from .once import MemoryOnceStore, once
from .policy_system import PolicySystem
from .server import port, serve
from .state import read_settings, read_state

__all__ = [
    "App",
    "Context",
    "EnterpriseChange",
    "Filling",
    "GiveUp",
    "MemoryOnceStore",
    "Place",
    "PolicySystem",
    "PolicySystemError",
    "PricedPeril",
    "SdkError",
    "StateError",
    "TryAgain",
    "fill",
    "format_mapping_path",
    "mapping_of",
    "once",
    "parse_mapping_path",
    "perils_to_price",
    "policyholder_mapping_of",
    "port",
    "read_enterprise_field",
    "read_policy_field",
    "read_policyholder_field",
    "read_settings",
    "read_state",
    "serve",
    "write_policyholder",
]
