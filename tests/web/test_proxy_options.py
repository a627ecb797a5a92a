"""Whatever the options of `bowerbird deploy`: one sentence says what is wrong, or the real program takes the file."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from bowerbird.cli import app
from bowerbird.web.proxies import PROXIES
from kit.amount import amount
from kit.rows import rows
from web.test_proxies import command, environment

#: Signs that mean something to a shell, a proxy or an address.
SIGNS: Final = "ab1.-_:[]/#$%;{}()\"'`\\ \t\n\u00b2\u00fc\u00df\u0663@~,=<>*+|&!\u3002\U0001fae0\x7f"
some_text = st.text(SIGNS, min_size=1, max_size=10)
names = st.sampled_from(["localhost", "euchre.example.org", "m\u00fcnchen.example", "10.0.0.5", "or", "default"])
long_names = st.lists(st.integers(1, 63).map("x".__mul__), min_size=1, max_size=6).map(".".join)
ports = st.one_of(st.integers(1, 65535), st.sampled_from([80, 443, 8080]))
hosts = st.one_of(st.just("localhost"), st.ip_addresses(v=4).map(str), st.ip_addresses(v=6).map("[{}]".format))
processes = st.one_of(
    st.tuples(hosts, ports).map("{0[0]}:{0[1]}".format),
    st.sampled_from(["10.0.0.5:65536", "http://10.0.0.5:8000", "#x:8000", "10.0.0.5:\u00b2", "::1:8000", "unix:1"]),
    some_text,
    some_text.map("{}:8000".format),
)
networks = st.one_of(
    st.ip_addresses().map(str),
    st.sampled_from(["10.0.0.0/8", "::/0", "10.0.0.2/255.255.0.0", "fe80::1%eth0", "fe80::1%a;b c"]),
)


class Options(NamedTuple):
    """What is typed. Names of files are in a folder that has them."""

    name: str = "euchre.example.org"
    process: tuple[str, ...] = ("10.0.0.5:8001",)
    port: int | None = None
    tls: bool = True
    certificate: str = "certificate.pem"
    key: str = "key.pem"
    outer: tuple[str, ...] = ()
    sockets: int = 5_000

    def words(self, proxy: str, folder: Path) -> list[str]:
        """The command. A file that is an empty name is left out, and so are all where no certificate is wanted."""
        files = {"certificate": self.certificate, "key": "" if proxy == "haproxy" else self.key} if self.tls else {}
        return [
            *("deploy", proxy, f"--name={self.name}", f"--sockets={self.sockets}"),
            "--https" if self.tls else "--http",
            *(f"--process={each}" for each in self.process),
            *(f"--from={each}" for each in self.outer),
            *([] if self.port is None else [f"--port={self.port}"]),
            *(f"--{option}={folder / file}" for option, file in files.items() if file),
        ]


def usually(value: str, *others: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """That value, in about half of all examples."""
    return st.one_of(*[st.just(value) for _ in others], *others)


file_names = some_text.filter(lambda text: "/" not in text).map("x{}".format)
any_options = st.builds(
    Options,
    name=usually("euchre.example.org", names, long_names, some_text),
    process=st.one_of(st.just(("10.0.0.5:8001",)), st.lists(processes, min_size=1, max_size=4).map(tuple)),
    port=st.one_of(st.none(), ports),
    tls=st.booleans(),
    certificate=usually("certificate.pem", file_names, st.just("")),
    key=usually("key.pem", file_names),
    outer=st.one_of(st.just(("10.0.0.2",)), st.lists(networks, max_size=3).map(tuple)),
    sockets=st.integers(100, 500_000),
)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A certificate and its key."""
    folder = tmp_path_factory.mktemp("pair")
    pem, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes", "-newkey", "rsa:2048"]
    subprocess.run(["openssl", "req", "-x509", *subject, "-keyout", key, "-out", pem], check=True, capture_output=True)
    return pem.read_text(), key.read_text()


def deploy(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def refused(done: Result) -> bool:
    """True if one line has said why, and nothing else was printed."""
    if done.exit_code == 0:
        return False
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    (line,) = done.stderr.splitlines()
    assert re.search(r"[a-z]", line), line
    return True


def with_files(text: str, proxy: str, folder: Path, options: Options) -> str:
    """The configuration, with files where the default is certbot's, and hosts that this machine finds."""
    if not options.certificate:
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        text = re.sub(r"/etc/\S+/(fullchain|[^/\s]+)\.pem", f"{certificate}", text)
        text = text.replace(f"ssl_certificate_key {certificate}", f"ssl_certificate_key {key}")
    if proxy == "caddy":
        return text
    return re.sub(r"(?m)^(\s+server (?:p\d+ )?)[a-z0-9_.-]*[a-z_][a-z0-9_.-]*:", r"\1localhost:", text)


@rows("proxy", PROXIES)
@settings(max_examples=amount(10, full=40), deadline=None)
@given(any_options)
@example(Options(port=80))
@example(Options(tls=False, outer=("10.0.0.2",)))
@example(Options(tls=False, outer=("10.0.0.2",), port=443))
@example(Options(tls=False, outer=("10.0.0.2",), port=80))
@example(Options(process=("10.0.0.5:65536",)))
@example(Options(process=("http://10.0.0.5:8000",)))
@example(Options(process=("#x:8000",)))
@example(Options(process=("10.0.0.5:\u00b2",)))
@example(Options(process=("::1:8000",)))
@example(Options(process=("10.0.0.5:8001", "10.0.0.5:8001")))
@example(Options(certificate="my certificate.pem"))
@example(Options(key="my#key.pem"))
@example(Options(name="-"))
@example(Options(name="m\u00fcnchen.example", certificate="", key=""))
@example(Options(name=".".join("x" * 62 for _ in range(4))))
@example(Options(outer=tuple(f"10.0.0.{number}" for number in range(80))))
@example(Options(outer=("fe80::1%a;b c",)))
@example(Options(sockets=500_000))
def test_the_options_are_refused_in_a_sentence_or_the_program_takes_the_configuration(
    proxy: str, pair: tuple[str, str], tmp_path_factory: pytest.TempPathFactory, options: Options
) -> None:
    if not options.certificate:
        options = options._replace(key="")
    folder = tmp_path_factory.getbasetemp() / f"options-{proxy}"
    folder.mkdir(exist_ok=True)
    certificate, key = pair
    for name in ("certificate.pem", options.certificate or "certificate.pem"):
        (folder / name).write_text(certificate + key)
    for name in ("key.pem", options.key or "key.pem"):
        (folder / name).write_text(certificate + key)
    done = deploy(*options.words(proxy, folder))
    if refused(done):
        return
    file = folder / "conf"
    file.write_text(with_files(done.stdout, proxy, folder, options), encoding="utf-8")
    asked = subprocess.run(
        command(proxy, file, check=True), capture_output=True, text=True, env=environment(folder), timeout=60
    )
    assert asked.returncode == 0, asked.stderr
    assert "not formatted" not in asked.stderr


NAMED: Final = ("--name", "x.org", "--process", "a:1")


@rows(
    ("words", "says"),
    [
        ((*NAMED, "--port", "80"), "Port 80 sends people on to https."),
        ((*NAMED, "--http", "--from", "10.0.0.2", "--port", "443"), "Port 443 is for https."),
        ((*NAMED, "--http", "--from", "10.0.0.2", "--certificate", "/c", "--key", "/k"), "Leave out --certificate"),
        (("--name", "x.org", "--process", "10.0.0.5:65536"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "10.0.0.5:0"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "http://10.0.0.5:8000"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "#x:8000"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "10.0.0.5:\u00b2"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "::1:8000"), "or --process [fd00::5]:8001 for IPv6"),
        (("--name", "x.org", "--process", "[10.0.0.5]:1"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "10.0.0.256:1"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "unix:1"), "isn't the address of a process"),
        (("--name", "x.org", "--process", "0.0.0.0:1"), "A proxy can't send people to 0.0.0.0:1."),
        (("--name", "-", "--process", "a:1"), "'-' isn't a host name"),
        (("--name", "1.2.3", "--process", "a:1"), "'1.2.3' isn't a host name"),
        (("--name", "stra\u00dfe.example", "--process", "a:1"), "Give it as browsers send it, with xn--"),
        ((*NAMED, "--certificate", "/my certificate", "--key", "/k"), "can't read the path '/my certificate' as it is"),
        ((*NAMED, "--certificate", "/c", "--key", "/$key"), "can't read the path '/$key' as it is"),
        ((*NAMED, "--certificate", "data:x", "--key", "/k"), "can't read the path 'data:x' as it is"),
        ((*NAMED, "--from", "fe80::1%eth0"), "Leave out the part from %"),
    ],
)
@rows("proxy", ["nginx", "caddy"])
def test_an_option_that_no_proxy_understands_is_named(proxy: str, words: tuple[str, ...], says: str) -> None:
    done = deploy("deploy", proxy, *words)
    assert refused(done)
    assert says in done.stderr


@rows("proxy", PROXIES)
def test_a_name_is_written_as_browsers_send_it(proxy: str) -> None:
    text = deploy("deploy", proxy, "--name", "M\u00dcNCHEN.example.", "--process", "localhost:08001").stdout
    assert "xn--mnchen-3ya.example" in text
    assert "localhost:8001" in text
    assert text.isascii()


@rows("proxy", PROXIES)
def test_behind_another_proxy_the_port_is_8080(proxy: str) -> None:
    text = deploy("deploy", proxy, *NAMED, "--http", "--from", "10.0.0.2").stdout
    assert ":8080" in text
    assert "443" not in text
    assert ":443" in deploy("deploy", proxy, *NAMED).stdout or proxy == "caddy"
