# One image for every role; ROLE says what a container does (public/docs/scale.md). It runs with a read-only root: only
# DATA_DIR and /tmp are written. `npm run base-images` prints the FROM lines with the digests of today.
FROM node:22.23.3-bookworm-slim AS build
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /app

# Packages change less often than sources. Development packages too: some make the database client and the pages.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund

COPY . .
RUN node server/cli/start.mjs --build-only \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf .next/cache

FROM node:22.23.3-bookworm-slim
# Nothing in this image installs or builds packages.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && mkdir -p /data && chown node:node /data && chmod 700 /data
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json /app/next.config.js /app/tsconfig.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/prisma prisma
COPY --from=build /app/public public
COPY --from=build /app/.build .build
# What finds a command of the operator in the bundle.
COPY --from=build /app/server/cli/*.mjs server/cli/
USER node
VOLUME /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", ".build/server/main.js"]
