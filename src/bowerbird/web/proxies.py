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

#: The header by which Caddy chooses a process. It stays in the request, so that a second attempt is routed as well.
_HEADER: Final = "X-Bowerbird-Id"
#: The folders of certificates on the machine of the proxy, which is not this one.
_CERTBOT: Final = str(PurePosixPath("/", "etc", "letsencrypt", "live"))
_HAPROXY: Final = str(PurePosixPath("/", "etc", "haproxy"))


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """A server as people reach it: its name, the addresses of its processes, and the files of its certificate.

    Without `tls`, it is reached by http, through another proxy that has the certificate. The proxies at `outer` are
    believed about the client: its address is the last one in their X-Forwarded-For.
    """

    name: str
    processes: tuple[str, ...]
    port: int = 443
    tls: bool = True
    certificate: str = ""
    key: str = ""
    #: Addresses or networks of the proxies in front of this one.
    outer: tuple[str, ...] = ()
    #: The WebSockets that may be open at once.
    sockets: int = 5_000

    @property
    def address(self) -> str:
        """What people type in, with a port if they have to."""
        return f"https://{self.name}" + (f":{self.port}" if self.port != 443 else "")


def _nginx(site: Site) -> str:
    servers = "\n".join(f"        server {each} max_fails=1 fail_timeout=2s;" for each in site.processes)
    tls = f"""
    ssl_certificate {site.certificate or f"{_CERTBOT}/{site.name}/fullchain.pem"};
    ssl_certificate_key {site.key or f"{_CERTBOT}/{site.name}/privkey.pem"};
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:bowerbird:10m;
"""
    trusted = "".join(f"    set_real_ip_from {each};\n" for each in site.outer)
    outer = f"""
    # The proxy in front of this one says who the client is.
{trusted}    real_ip_header X-Forwarded-For;
"""
    to_https = f"""
    server {{
        listen 80 default_server;
        listen [::]:80 default_server;
        return 301 {site.address}$request_uri;
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
    # Room for a long name.
    server_names_hash_bucket_size 512;
{tls if site.tls else ""}{outer if site.outer else ""}
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

    # Names that aren't ours get no answer.
    server {{
        listen {site.port}{ssl} default_server;
        listen [::]:{site.port}{ssl} default_server;
        return 444;
    }}

    server {{
        listen {site.port}{ssl};
        listen [::]:{site.port}{ssl};
        server_name {site.name};
        client_max_body_size 1m;

        location / {{
            proxy_pass http://bowerbird;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto {"$scheme" if site.tls else "$http_x_forwarded_proto"};
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
    ssl = f" ssl crt {certificate} alpn h2,http/1.1" if site.tls else ""
    # A line has at most 64 words, so each network gets its own.
    trusted = "".join(f"\n    acl from_proxy src {each}" for each in site.outer)
    outer = f"""
    # The proxy in front of this one says who the client is.{trusted}
    http-request set-src hdr_ip(X-Forwarded-For,-1) if from_proxy"""
    scheme = """
    http-request set-header X-Forwarded-Proto https"""
    to_https = f"""
frontend to_https
    bind :80
    bind :::80 v6only
    http-request redirect prefix {site.address} code 301
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
    bind :{site.port}{ssl}
    bind :::{site.port} v6only{ssl}
    # Names that aren't ours are refused.
    http-request deny deny_status 421 unless {{ req.fhdr(host),field(1,:) -i {site.name} }}{outer if site.outer else ""}
    http-request set-header X-Forwarded-For %[src]{scheme if site.tls else ""}
    # The id of the table or event in an address. Everything else is spread by chance.
    http-request set-var(txn.id) uuid()
    http-request set-var(txn.id) path,field(3,/),field(1,.) if {{ path_reg {ROUTED_PATHS} }}
    http-request set-var(txn.id) path,field(4,/),field(1,.) if {{ path_reg ^/api/ }} {{ path_reg {ROUTED_PATHS} }}
    default_backend processes
{to_https if site.tls else ""}
backend processes
    balance hash var(txn.id)
    hash-type consistent sdbm avalanche
    # A process that answers is alive, even if its database isn't. Then the answer takes up to five seconds.
    option httpchk GET /health
    http-check expect rstatus ^[2-5]
    timeout check 6s
    default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


def _caddy(site: Site) -> str:
    where = site.address if site.tls else f"http://{site.name}:{site.port}"
    certificate = f"    tls {site.certificate} {site.key}\n" if site.tls and site.certificate else ""
    outer = f"""
            # The proxy in front of this one says who the client is: the address before its own.
            trusted_proxies {" ".join(site.outer)}
            header_up X-Forwarded-For `^(?:.*,)?\\s*([^,\\s]+),[^,]*$` $1"""
    text = f"""# /etc/caddy/Caddyfile
{where} {{
{certificate}    # The id of the table or event in an address. Everything else is spread by chance.
    @routed path_regexp id {ROUTED_PATHS}
    route {{
        request_header -{_HEADER}
        request_header @routed {_HEADER} {{re.id.1}}
        reverse_proxy {" ".join(site.processes)} {{
            lb_policy header {_HEADER}{outer if site.outer else ""}
            # A process that doesn't answer is passed over.
            lb_try_duration 5s
            lb_try_interval 100ms
            fail_duration 2s
            flush_interval -1
            transport http {{
                dial_timeout 2s
            }}
        }}
    }}
}}
"""
    return text.replace("    ", "\t")  # as `caddy fmt` has it


#: What writes the configuration of each proxy.
PROXIES: Final[Mapping[str, Callable[[Site], str]]] = {"nginx": _nginx, "haproxy": _haproxy, "caddy": _caddy}
