# Three images from one file. Build: docker build --target bot -t warmline-bot .
#   bot          Slack side, no torch
#   scorer-cpu   model side on CPU
#   scorer-gpu   model side with CUDA (the host needs the NVIDIA container toolkit)
ARG PYTHON=3.12-slim

FROM python:${PYTHON} AS base
ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN useradd --create-home --uid 10001 warmline
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY scoring scoring
COPY migrations migrations
COPY tests/behaviour/cases.jsonl tests/behaviour/cases.jsonl

FROM base AS bot
RUN pip install '.[postgres]'
USER warmline
RUN mkdir -p /home/warmline/.local/share/warmline
VOLUME /home/warmline/.local/share/warmline
CMD ["warmline", "bot"]

FROM base AS scorer-cpu
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
RUN pip install --index-url ${TORCH_INDEX} 'torch>=2.9,<3' && pip install '.[scorer]'
USER warmline
RUN warmline models fetch
# Inside a container 127.0.0.1 reaches nobody: set SCORER_HOST=0.0.0.0 with SCORER_TOKEN_FILE and
# SCORER_TLS_CERT/KEY, or SCORER_ALLOW_PLAIN_HTTP=true behind a proxy that speaks TLS.
EXPOSE 8431
CMD ["warmline", "scorer"]

FROM base AS scorer-gpu
RUN pip install '.[scorer]'
USER warmline
RUN warmline models fetch
EXPOSE 8431
CMD ["warmline", "scorer"]
