import type { RequestListener } from "node:http";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LIMITS } from "../../generator/source/pull/download/limits.js";
import { pullSchema, pullSchemas } from "../../generator/source/pull/pull.js";
import { failureOf } from "../support/failures.js";
import { readTree, temporaryFolder } from "../support/folders.js";
import {
  KEPT,
  PIN,
  REVISION,
  TEXT,
  against,
  good,
  inTurn,
  redirect,
  status,
} from "../support/mirror.js";
import { FILES, mirrorPath, TABLE } from "../support/pins.js";
import { closedPort } from "../support/servers.js";

const pull = suite("schema pull");

pull("keeps upstream's bytes, and fetches them only once", async () => {
  await against(good, async ({ server, cache, options }) => {
    const first = await pullSchema(REVISION, options);
    assert.equal(first, {
      revision: REVISION,
      status: "pulled",
      file: join(cache, KEPT),
      url: `${server.url}${mirrorPath(REVISION)}`,
      commit: PIN.commit,
      bytes: PIN.bytes,
      sha256: PIN.sha256,
    });
    assert.equal(readTree(cache), { [KEPT]: TEXT });
    const second = await pullSchema(REVISION, options);
    assert.equal(second, { ...first, status: "present" });
    assert.equal(server.requests, [`GET ${mirrorPath(REVISION)}`]);
  });
});

pull("fetches a damaged file again", async () => {
  await against(good, async ({ cache, options }) => {
    const { file } = await pullSchema(REVISION, options);
    writeFileSync(file, "damaged");
    assert.is((await pullSchema(REVISION, options)).status, "pulled");
    assert.equal(readTree(cache), { [KEPT]: TEXT });
  });
});

pull("appends to the path of a mirror's base URL", async () => {
  await against(good, async ({ server, options }) => {
    await pullSchema(REVISION, { ...options, mirror: `${server.url}/a/b/` });
    assert.equal(server.requests, [`GET /a/b${mirrorPath(REVISION)}`]);
  });
});

pull("keeps what came although another revision failed", async () => {
  const handler: RequestListener = (request, response) =>
    request.url === mirrorPath(REVISION)
      ? response.end(TEXT)
      : response.writeHead(404).end();
  await against(handler, async ({ cache, options }) => {
    const { schemas, problems } = await pullSchemas(
      Object.keys(FILES),
      options,
    );
    assert.equal(
      schemas.map(({ revision }) => revision),
      [REVISION],
    );
    assert.equal(
      problems.map(({ code, message }) => [code, message.slice(0, 10)]),
      [["MCP035", "2025-02-02"]],
    );
    assert.equal(Object.keys(readTree(cache)), [KEPT]);
  });
});

pull("follows redirects within this machine", async () => {
  await against(
    inTurn(redirect("/one"), status(308, { location: "two?x=1#y" }), good),
    async ({ server, options }) => {
      await pullSchema(REVISION, options);
      assert.equal(server.requests, [
        `GET ${mirrorPath(REVISION)}`,
        "GET /one",
        "GET /two?x=1",
      ]);
    },
  );
});

for (const code of [500, 502, 503, 429, 408])
  pull(`tries again after HTTP ${code}, with longer pauses`, async () => {
    await against(
      inTurn(status(code), status(code), good),
      async ({ cache, pauses, options }) => {
        await pullSchema(REVISION, options);
        assert.equal(pauses, [LIMITS.pauseMs, LIMITS.pauseMs * 2]);
        assert.equal(readTree(cache), { [KEPT]: TEXT });
      },
    );
  });

pull("waits as long as the server asks for", async () => {
  await against(
    inTurn(status(429, { "retry-after": "7" }), good),
    async ({ pauses, options }) => {
      await pullSchema(REVISION, options);
      assert.equal(pauses, [7000]);
    },
  );
});

pull("tries again after a broken connection", async () => {
  await against(
    inTurn((request) => request.socket.destroy(), good),
    async ({ pauses, options }) => {
      await pullSchema(REVISION, options);
      assert.is(pauses.length, 1);
    },
  );
});

pull("says that nothing listens", async () => {
  const cache = temporaryFolder();
  const port = await closedPort();
  const pauses: number[] = [];
  const failure = await failureOf(() =>
    pullSchema(REVISION, {
      table: TABLE,
      cache,
      mirror: `http://localhost:${port}/`,
      env: {},
      wait: async (ms) => void pauses.push(ms),
    }),
  );
  assert.is(failure.code, "MCP038");
  assert.match(failure.message, `localhost:${port} can not be reached`);
  assert.match(failure.cause, /ECONNREFUSED.+ tried 4 times/);
  assert.equal(pauses, [500, 1000, 2000]);
});

for (const [mirror, says] of [
  ["http://mirror.example/", /HTTPS/],
  ["ftp://mirror.example/", /HTTPS/],
  ["file:///srv/mirror", /HTTPS/],
  ["http://127.0.0.1.example/", /HTTPS/],
  ["mirror.example", /not a URL/],
] as const)
  pull(`refuses the mirror ${mirror}`, async () => {
    const failure = await failureOf(() =>
      pullSchemas([REVISION], {
        table: TABLE,
        cache: temporaryFolder(),
        mirror,
        env: {},
      }),
    );
    assert.is(failure.code, "MCP030");
    assert.match(failure.cause, says);
  });

pull("shows no password", async () => {
  await against(status(404), async ({ server, options }) => {
    const mirror = server.url.replace("//", "//me:secret@");
    const failure = await failureOf(() =>
      pullSchema(REVISION, { ...options, mirror }),
    );
    assert.is(JSON.stringify(failure).includes("secret"), false);
  });
});

pull("stops when it is interrupted, and keeps nothing", async () => {
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  await against(
    (_request, response) => {
      response.write(TEXT.slice(0, 5));
      setImmediate(() => controller.abort(reason));
    },
    async ({ server, cache, options }) => {
      const error = await pullSchemas([REVISION], {
        ...options,
        signal: controller.signal,
      }).catch((thrown: unknown) => thrown);
      assert.is(error, reason);
      assert.equal(readdirSync(cache), []);
      assert.is(server.requests.length, 1);
    },
  );
});

pull("fails when the cache folder can not be made", async () => {
  await against(good, async ({ cache, options }) => {
    const inTheWay = join(cache, "file");
    writeFileSync(inTheWay, "");
    const failure = await failureOf(() =>
      pullSchema(REVISION, { ...options, cache: join(inTheWay, "below") }),
    );
    assert.is(failure.code, "MCP023");
    assert.match(failure.message, /Can not write .+: ENOTDIR/);
  });
});

pull.run();
