# A hall in a container. Build: docker build -t bowerbird . Run: see docs/deploy.md.
FROM python:3.11-slim AS build
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
RUN python -m venv /hall
COPY requirements/run.txt requirements/run.txt
RUN /hall/bin/pip install --no-cache-dir --require-hashes -r requirements/run.txt
COPY requirements/postgres.txt requirements/postgres.txt
RUN /hall/bin/pip install --no-cache-dir --require-hashes -r requirements/postgres.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
RUN /hall/bin/pip install --no-cache-dir --no-build-isolation --no-deps .

FROM python:3.11-slim
COPY --from=build /hall /hall
# Nobody in here can change the program; the games are on a volume of their own.
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin hall \
    && mkdir -m 700 /data && chown hall:hall /data
USER hall
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s \
    CMD ["/hall/bin/python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
ENTRYPOINT ["/hall/bin/bowerbird", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
CMD ["--log-format", "json", "--log-level", "info"]
