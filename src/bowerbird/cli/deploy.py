"""`bowerbird deploy`: write the configuration of a proxy for several processes."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from bowerbird.cli.common import stop
from bowerbird.cli.complete import one_of

__all__ = ["deploy"]

_HTTP: Final = 80
_HTTPS: Final = 443
#: The port of a proxy that is behind another one.
_BEHIND: Final = 8080


def deploy(
    proxy: Annotated[
        str,
        typer.Argument(
            metavar="nginx|haproxy|caddy", help="The proxy.", autocompletion=one_of("nginx", "haproxy", "caddy")
        ),
    ],
    name: Annotated[str, typer.Option(help="The host name of the server, such as euchre.example.org.")],
    process: Annotated[
        list[str], typer.Option(metavar="ADDRESS", help="The address of a process, such as 10.0.0.5:8001. Repeat it.")
    ],
    certificate: Annotated[
        str, typer.Option(help="The file of the certificate. Default: where certbot puts it; Caddy gets its own.")
    ] = "",
    key: Annotated[str, typer.Option(help="The file of the certificate's key. HAProxy wants both in one file.")] = "",
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, help="The port on which people reach the proxy. Default: 443, or 8080 with --http."
        ),
    ] = None,
    sockets: Annotated[
        int, typer.Option(min=100, max=500_000, help="How many tables may be open on screens at once.")
    ] = 5_000,
    tls: Annotated[
        bool, typer.Option("--https/--http", help="With a certificate, or behind another proxy that has it.")
    ] = True,
    outer: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="ADDRESS",
            help="The address or network of the other proxy, which says who the client is. Repeat it.",
        ),
    ] = None,
) -> None:
    """Print the whole configuration of a proxy. It sends everyone at a table to the same process."""
    from bowerbird.web.proxies import PROXIES, Site
    from bowerbird.web.proxy_addresses import certificate_path, host_name, process_address, trusted_networks

    if proxy not in PROXIES:
        stop(f"Bowerbird knows {', '.join(PROXIES)}, not {proxy!r}.")
    _check_certificate(proxy, certificate, key)
    if not tls and (certificate or key):
        stop("With --http, the other proxy has the certificate. Leave out --certificate and --key.")
    if not tls and not outer:
        stop("With --http, everyone comes through another proxy. Give its address: --from 10.0.0.2")
    if tls and port == _HTTP:
        stop("Port 80 sends people on to https. Choose another port for https, or leave out --port for 443.")
    if not tls and port == _HTTPS:
        stop("Port 443 is for https. Choose another port for --http, or leave out --port for 8080.")
    try:
        site = Site(
            name=host_name(name),
            processes=tuple(map(process_address, process)),
            port=port or (_HTTPS if tls else _BEHIND),
            tls=tls,
            certificate=certificate and certificate_path(certificate),
            key=key and certificate_path(key),
            outer=trusted_networks(outer or ()),
            sockets=sockets,
        )
    except ValueError as error:
        stop(f"{error}.")
    typer.echo(PROXIES[proxy](site), nl=False)


def _check_certificate(proxy: str, certificate: str, key: str) -> None:
    """Stop if one of the two files is missing, or if there is one too many."""
    if proxy == "haproxy":
        if key:
            stop("HAProxy wants the certificate and its key in one file. Give that with --certificate, without --key.")
    elif bool(certificate) != bool(key):
        stop(f"Give {'--key' if certificate else '--certificate'} as well: {proxy} needs the certificate and its key.")
