"""What a handler raises to say "never again" or "later", and what the SDK raises itself."""

from typing import Any, Optional


class SdkError(Exception):
    """Base of every error of this SDK: has a `code`, and says whether the same call may succeed later."""

    def __init__(self, code: str, message: str, retryable: bool = False, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after = retry_after


class GiveUp(SdkError):
    """The request can never succeed: answered with a 4xx and this sentence; the platform does not send it again."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__("give_up", message)
        # 410 would pause every webhook of the route; 408, 425 and 429 are tried again.
        final = 400 <= status < 500 and status not in (408, 410, 425, 429)
        self.status = status if final else 422


class TryAgain(SdkError):
    """The request may succeed later: answered with 503 and `retry-after`; the platform sends a webhook again."""

    def __init__(self, message: str, retry_after: Optional[float] = None) -> None:
        super().__init__("try_again", message, True, retry_after)


class StateError(SdkError):
    """The state interface did not answer with a record. `code` is the platform's, or `key_missing`, `state_unreachable`."""


class PolicySystemError(SdkError):
    """The policy system refused a call (`status`), or could not be reached (0)."""

    def __init__(self, message: str, status: int, body: Any = None) -> None:
        super().__init__("policy_system_failed", message, status == 0 or status == 429 or status >= 500)
        self.status = status
        self.body = body
