# One image for every role; ROLE says what a container does (public/docs/scale.md).
FROM node:20-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
RUN chown node:node /app
USER node

# Packages change less often than sources. Development packages too: the database client and the pages are made by some.
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund

COPY --chown=node:node . .
RUN node server/tools/start.mjs --build-only

ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/app/.data/run
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/tools/start.mjs"]
