# One image: `docker run -p 3000:3000 pagelight` serves the page and the API, `docker run -v "$PWD:/work" -w /work pagelight a.pdf` is the
# command. Built from the lock file alone; what runs has no shell, no build tools and no root, and writes to /data and /tmp alone. Pin
# the digests of your registry's images where you deploy. `npm run test:full` runs these steps in an empty folder, without an engine.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
# An add-on for another C library than this system's.
RUN rm -rf node_modules/@libsql/*-musl
# All that runs, with the libraries that it loads: Node, its add-ons, and pg_dump for backups, not older than the PostgreSQL that it asks.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client \
  && install -d /base/usr/local/bin && install -d -m 1777 /base/tmp && install -d -o 1000 -g 1000 -m 700 /base/data \
  && cp /usr/local/bin/node /usr/lib/postgresql/*/bin/pg_dump /base/usr/local/bin/ \
  && find /app/node_modules -name '*.node' | xargs ldd /base/usr/local/bin/* | grep -o '/[^ ]*[.]so[^ ]*' | sort -u | xargs cp -L --parents -t /base

FROM scratch
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PAGELIGHT_STATE_DIR=/tmp/pagelight
ENV PATH=/usr/local/bin
COPY --from=packages /base/ /
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Node itself gets SIGTERM and drains; npm in between would not pass it on.
ENTRYPOINT ["node", "/app/dist/package/pagelight.js"]
CMD ["serve"]
