"""The whole configuration of a proxy that sends everyone at one table, or of one event, to the same process.

All three proxies hash the id in the address consistently: if a process dies, what it served goes to others, and the
rest stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Final

import msgspec

from bowerbird.web.routing import ROUTED_PATHS

__all__ = ["PROXIES", "Site"]

#: The header by which Caddy chooses a process. It doesn't reach Bowerbird.
_HEADER: Final = "X-Bowerbird-Id"
#: The folders of certificates on the machine of the proxy, which is not this one.
_CERTBOT: Final = str(PurePosixPath("/", "etc", "letsencrypt", "live"))
_HAPROXY: Final = str(PurePosixPath("/", "etc", "haproxy"))


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """A server as people reach it: its name, the addresses of its processes, and the files of its certificate.

    Without `tls`, it is reached by http; another proxy has the certificate then.
    """

    name: str
    processes: tuple[str, ...]
    port: int = 443
    tls: bool = True
    certificate: str = ""
    key: str = ""
    #: The WebSockets that may be open at once.
    sockets: int = 5_000


def _nginx(site: Site) -> str:
    servers = "\n".join(f"        server {each} max_fails=1 fail_timeout=2s;" for each in site.processes)
    tls = f"""
        ssl_certificate {site.certificate or f"{_CERTBOT}/{site.name}/fullchain.pem"};
        ssl_certificate_key {site.key or f"{_CERTBOT}/{site.name}/privkey.pem"};
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_session_cache shared:bowerbird:10m;"""
    to_https = f"""
    server {{
        listen 80 default_server;
        listen [::]:80 default_server;
        return 301 https://{site.name}$request_uri;
    }}
"""
    ssl = " ssl" if site.tls else ""
    return f"""# /etc/nginx/nginx.conf
user www-data;
worker_processes auto;
# Two for each WebSocket: one to the browser, one to the process.
worker_rlimit_nofile {2 * site.sockets + 1000};

events {{
    worker_connections {2 * site.sockets + 500};
}}

http {{
    server_tokens off;
    access_log off;

    # The id of the table or event in an address. Everything else is spread by chance.
    map $uri $bowerbird_id {{
        default $request_id;
        "~{ROUTED_PATHS}" $1;
    }}

    # The header that upgrades a connection to a WebSocket.
    map $http_upgrade $connection_upgrade {{
        default upgrade;
        '' close;
    }}

    upstream bowerbird {{
        hash $bowerbird_id consistent;
{servers}
    }}

    server {{
        listen {site.port}{ssl};
        listen [::]:{site.port}{ssl};
        server_name {site.name};{tls if site.tls else ""}
        client_max_body_size 1m;

        location / {{
            proxy_pass http://bowerbird;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            # A process that doesn't answer is passed over.
            proxy_connect_timeout 2s;
            proxy_next_upstream error timeout;
            # A desk request waits up to 25 seconds for changes; a WebSocket gets a ping every 5 seconds.
            proxy_read_timeout 75s;
            proxy_buffering off;
        }}
    }}
{to_https if site.tls else ""}}}
"""


def _haproxy(site: Site) -> str:
    servers = "\n".join(f"    server p{number} {each}" for number, each in enumerate(site.processes, 1))
    # One file has the certificate and the key.
    certificate = site.certificate or f"{_HAPROXY}/certs/{site.name}.pem"
    bind = f"bind :{site.port} v4v6" + (f" ssl crt {certificate} alpn h2,http/1.1" if site.tls else "")
    to_https = """
frontend to_https
    bind :80 v4v6
    http-request redirect scheme https code 301
"""
    return f"""# /etc/haproxy/haproxy.cfg
global
    maxconn {site.sockets}

defaults
    mode http
    maxconn {site.sockets}
    timeout connect 2s
    timeout client 75s
    timeout http-request 15s
    # A desk request waits up to 25 seconds for changes; a WebSocket gets a ping every 5 seconds.
    timeout server 75s
    timeout tunnel 75s
    # A process that doesn't answer is passed over.
    retries 2
    option redispatch 1

frontend bowerbird
    {bind}
    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-Proto {"https" if site.tls else "http"}
    # The id of the table or event in an address. Everything else is spread by chance.
    http-request set-var(txn.id) uuid()
    http-request set-var(txn.id) path,field(3,/),field(1,.) if {{ path_reg {ROUTED_PATHS} }}
    http-request set-var(txn.id) path,field(4,/),field(1,.) if {{ path_reg ^/api/ }} {{ path_reg {ROUTED_PATHS} }}
    default_backend processes
{to_https if site.tls else ""}
backend processes
    balance hash var(txn.id)
    hash-type consistent sdbm avalanche
    option httpchk GET /health
    default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


def _caddy(site: Site) -> str:
    where = f"{site.name}:{site.port}" if site.tls and site.port != 443 else site.name
    certificate = f"    tls {site.certificate} {site.key}\n" if site.tls and site.certificate else ""
    text = f"""# /etc/caddy/Caddyfile
{where if site.tls else f"http://:{site.port}"} {{
{certificate}    # The id of the table or event in an address. Everything else is spread by chance.
    @routed path_regexp id {ROUTED_PATHS}
    route {{
        request_header -{_HEADER}
        request_header @routed {_HEADER} {{re.id.1}}
        reverse_proxy {" ".join(site.processes)} {{
            lb_policy header {_HEADER}
            header_up -{_HEADER}
            # A process that doesn't answer is passed over.
            lb_try_duration 3s
            lb_try_interval 100ms
            fail_duration 2s
            health_uri /health
            health_interval 1s
            health_timeout 3s
            flush_interval -1
        }}
    }}
}}
"""
    return text.replace("    ", "\t")  # as `caddy fmt` has it


#: What writes the configuration of each proxy.
PROXIES: Final[Mapping[str, Callable[[Site], str]]] = {"nginx": _nginx, "haproxy": _haproxy, "caddy": _caddy}
