"""Firefox as it is installed, driven by Marionette, the protocol that it speaks over a socket.

A message is its length, a colon, and JSON: ``[0, id, command, parameters]`` or ``[1, id, error,
result]``.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from web_server import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = ("firefox-esr", "firefox")

# A port that is free, and no request of its own to other hosts.
SETTINGS = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.normandy.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
    "intl.locale.requested": "en-US",
}


def path() -> str | None:
    """Return where Firefox is; None if it is not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """A window of Firefox."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket, self._stream = connection, connection.makefile("rb")
        self._number = 0
        self._receive()  # its greeting
        self.ask("WebDriver:NewSession", capabilities={"pageLoadStrategy": "normal"})
        self.ask("WebDriver:SetTimeouts", script=1000 * PATIENCE, pageLoad=1000 * PATIENCE)

    def ask(self, command: str, **parameters: Any) -> Any:  # noqa: ANN401 - as it answers
        """Give a command, and return its result."""
        self._number += 1
        message = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, result = self._receive()
        assert error is None, error
        return result

    def _receive(self) -> Any:  # noqa: ANN401 - as it answers
        length = b""
        while (byte := self._stream.read(1)) != b":":
            assert byte, "Firefox has gone"
            length += byte
        return json.loads(self._stream.read(int(length)))

    def go(self, url: str) -> None:
        self.ask("WebDriver:Navigate", url=url)

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - as it answers
        """Return what a function body returns in the page."""
        return self.ask("WebDriver:ExecuteScript", script=script, args=arguments)["value"]

    def wait(self, condition: str, *arguments: object) -> None:
        """Wait until an expression is true in the page."""
        end = monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})", *arguments):
            assert monotonic() < end, condition
            sleep(0.05)

    def type(self, text: str) -> None:
        """Press a key for each character."""
        keys = [{"type": how, "value": key} for key in text for how in ("keyDown", "keyUp")]
        self.ask("WebDriver:PerformActions", actions=[{"type": "key", "id": "k", "actions": keys}])

    def click(self, selector: str) -> None:
        """Click the first element that a selector finds, once it is there."""
        self.wait("document.querySelector(arguments[0])?.offsetParent", selector)
        found = self.ask("WebDriver:FindElement", using="css selector", value=selector)["value"]
        (element,) = found.values()
        self.ask("WebDriver:ElementClick", id=element)


@contextmanager
def running(folder: Path) -> Iterator[Firefox]:
    """Run Firefox, with a profile of its own in a folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(SETTINGS[name])});" for name in SETTINGS]
    (folder / "user.js").write_text("\n".join(lines))
    command = [path() or "", "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    active = folder / "MarionetteActivePort"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            end = monotonic() + PATIENCE
            while not (active.exists() and active.read_text()):
                assert process.poll() is None, "Firefox does not start"
                assert monotonic() < end, "Firefox does not listen"
                sleep(0.1)
            address = ("127.0.0.1", int(active.read_text()))
            with socket.create_connection(address, PATIENCE) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
            process.wait(PATIENCE)
