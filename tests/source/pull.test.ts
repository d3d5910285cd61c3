import type { RequestListener } from "node:http";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LIMITS, type Wait } from "../../generator/source/download/limits.js";
import {
  pullSchema,
  pullSchemas,
  type PullOptions,
} from "../../generator/source/pull.js";
import { failureOf } from "../support/failures.js";
import { readTree, temporaryFolder } from "../support/folders.js";
import { FILES, mirrorPath, TABLE } from "../support/pins.js";
import { closedPort, serve, type TestServer } from "../support/servers.js";

const REVISION = "2025-01-01";
const TEXT = FILES[REVISION] as string;
const PIN = TABLE.revisions[REVISION] as NonNullable<
  (typeof TABLE.revisions)[string]
>;
const KEPT = `schema/${REVISION}-${PIN.sha256.slice(0, 12)}.ts`;

interface Scene {
  readonly server: TestServer;
  readonly cache: string;
  /** The pauses that were asked for, in milliseconds. */
  readonly pauses: number[];
  readonly options: PullOptions;
}

/** Runs `work` against a server that is closed in the end. */
async function against(
  handler: RequestListener,
  work: (scene: Scene) => Promise<void>,
  options: Partial<PullOptions> = {},
): Promise<void> {
  const server = await serve(handler);
  const cache = temporaryFolder();
  const pauses: number[] = [];
  const wait: Wait = async (ms) => void pauses.push(ms);
  try {
    await work({
      server,
      cache,
      pauses,
      options: {
        table: TABLE,
        cache,
        mirror: server.url,
        env: {},
        wait,
        ...options,
      },
    });
  } finally {
    await server.close();
  }
}

const good: RequestListener = (_request, response) => response.end(TEXT);

/** Answers in turn; the last answer stays. */
function inTurn(...answers: RequestListener[]): RequestListener {
  let n = 0;
  return (request, response) =>
    answers[Math.min(n++, answers.length - 1)]?.(request, response);
}

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end("no");

const redirect = (to: string): RequestListener => status(302, { location: to });

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

/** Each bad server, and what the user is told; nothing is kept then. */
function refuses(
  title: string,
  handler: RequestListener,
  expected: { code: string; says: RegExp; requests?: number },
  options: Partial<PullOptions> = {},
): void {
  pull(title, async () => {
    await against(
      handler,
      async ({ server, cache, options }) => {
        const failure = await failureOf(() => pullSchema(REVISION, options));
        assert.is(failure.code, expected.code);
        assert.match(`${failure.message} ${failure.cause}`, expected.says);
        assert.is(server.requests.length, expected.requests ?? 1);
        assert.equal(readdirSync(cache), []);
        assert.ok(failure.fix.length > 0);
      },
      options,
    );
  });
}

const quick = { ...LIMITS, idleMs: 150, attempts: 2 };

refuses(
  "gives up on a server that never answers",
  () => {},
  {
    code: "MCP031",
    says: /Nothing came for 150 ms. It was tried 2/,
    requests: 2,
  },
  { limits: quick },
);
refuses(
  "gives up on a server that stops in the middle",
  (_request, response) => void response.write(TEXT.slice(0, 9)),
  { code: "MCP031", says: /Nothing came for 150 ms/, requests: 2 },
  { limits: quick },
);
refuses(
  "gives up on a server that is slow for ever",
  (_request, response) => {
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  },
  { code: "MCP031", says: /not there after 150 ms, all attempts/ },
  { limits: { ...LIMITS, overallMs: 150 } },
);
refuses(
  "gives up when the pauses take too long",
  status(503),
  { code: "MCP036", says: /HTTP 503 Service Unavailable/ },
  {
    limits: { ...LIMITS, overallMs: 500 },
    wait: (_ms, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      ),
  },
);
refuses(
  "refuses a truncated file",
  (_request, response) => {
    response.writeHead(200, { "content-length": TEXT.length });
    response.write(TEXT.slice(0, 9), () => response.destroy());
  },
  {
    code: "MCP032",
    says: new RegExp(`broke off after 9 bytes of ${TEXT.length}`),
    requests: LIMITS.attempts,
  },
);
refuses(
  "refuses a file that ends early without saying so",
  (_request, response) => response.end(TEXT.slice(0, 20)),
  {
    code: "MCP034",
    says: new RegExp(
      `${PIN.sha256} \\(${PIN.bytes} bytes\\), got [0-9a-f]{64} \\(20 bytes\\)`,
    ),
  },
);
refuses(
  "refuses a file that is announced as too large",
  (_request, response) => {
    response.writeHead(200, { "content-length": 99_999_999 });
    response.write("<!doctype html>");
  },
  { code: "MCP033", says: /99999999 bytes.+ an HTML page/ },
);
refuses(
  "refuses a file that turns out to be too large",
  (_request, response) => {
    response.write(TEXT);
    response.write("!");
  },
  { code: "MCP033", says: /more than 82 bytes/ },
);
refuses(
  "refuses another file",
  (_request, response) => response.end(FILES["2025-02-02"]),
  {
    code: "MCP034",
    says: /seems to be the schema of 2025-02-02/,
  },
);
refuses(
  "refuses a page of HTML",
  (_request, response) => response.end("<html>log in"),
  {
    code: "MCP034",
    says: /seems to be an HTML page/,
  },
);
refuses(
  "refuses other line ends",
  (_request, response) => response.end(TEXT.slice(0, -1) + "\r"),
  {
    code: "MCP034",
    says: /Expected sha256/,
  },
);
refuses("says that there is no such file", status(404), {
  code: "MCP035",
  says: /There is no file .+HTTP 404 Not Found/,
});
refuses("does not try again what is forbidden", status(403), {
  code: "MCP036",
  says: /HTTP 403 Forbidden/,
});
refuses("gives up on a server that keeps failing", status(500), {
  code: "MCP036",
  says: /HTTP 500 .+ tried 4 times/,
  requests: 4,
});
refuses(
  "refuses a redirect in a circle",
  inTurn(redirect("/a"), redirect("/b"), redirect("/a")),
  {
    code: "MCP037",
    says: /circle: .+\/a was visited/,
    requests: 3,
  },
);
refuses(
  "refuses an endless chain of redirects",
  (request, response) => redirect(`${request.url}x`)(request, response),
  { code: "MCP037", says: /redirect number 6; 5 are followed/, requests: 6 },
);
refuses(
  "refuses a redirect to plain HTTP elsewhere",
  redirect("http://mirror.example/x"),
  {
    code: "MCP037",
    says: /http:\/\/mirror.example\/x is not HTTPS/,
  },
);
refuses("refuses a redirect to another scheme", redirect("file:///etc/hosts"), {
  code: "MCP037",
  says: /file:\/\/\/etc\/hosts is not HTTPS/,
});
refuses("refuses a redirect that names nothing", redirect("http://["), {
  code: "MCP037",
  says: /names no address/,
});
refuses("refuses a redirect without an address", status(302), {
  code: "MCP036",
  says: /HTTP 302/,
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
