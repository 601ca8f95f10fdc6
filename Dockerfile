# Two stages: what is only needed to build (a compiler of the front end, pip) stays behind.
FROM python:3.11-slim AS build
COPY . /src
RUN python -m venv /opt/wasurena
RUN /opt/wasurena/bin/pip install --no-cache-dir -c /src/constraints.txt /src

FROM python:3.11-slim
COPY --from=build /opt/wasurena /opt/wasurena
RUN useradd --uid 1000 --create-home wasurena && install -d -o wasurena -g wasurena -m 0700 /data
ENV PATH=/opt/wasurena/bin:$PATH WASURENA_DATA_DIR=/data WASURENA_HOST=0.0.0.0
USER wasurena
VOLUME /data
EXPOSE 8377
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import json, os, ssl; from urllib.request import urlopen; urlopen(json.load(open(os.environ['WASURENA_DATA_DIR'] + '/daemon.json'))['url'] + '/health', context=ssl._create_unverified_context())"]
ENTRYPOINT ["wasurena"]
CMD ["up"]
