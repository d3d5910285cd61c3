import type { RequestListener } from "node:http";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  pullSchema,
  pullSchemas,
} from "../../../generator/source/pull/pull.js";
import { getFailure } from "../../harness/run/failures.js";
import { readTree, temporaryFolder } from "../../harness/program/folders.js";
import { closedPort } from "../../harness/peers/servers.js";
import {
  FILES,
  KEPT,
  PIN,
  QUICK,
  REVISION,
  TABLE,
  TEXT,
  serveSchema,
  answerInTurn,
  mirrorPath,
  redirectTo,
  createMirrors,
  answer,
} from "../../harness/source/upstream.js";

const test = suite("source: pull");
const startMirror = createMirrors(test);

test("`pullSchema` downloads a stored schema again only if the stored file is damaged", async () => {
  const { server, cache, options } = await startMirror(serveSchema);
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
  writeFileSync(first.file, "damaged");
  assert.equal(await pullSchema(REVISION, options), first);
  assert.equal(readTree(cache), { [KEPT]: TEXT });
});

test("`pullSchema` appends the path of a schema to the URL of the mirror", async () => {
  const { server, options } = await startMirror(serveSchema);
  await pullSchema(REVISION, { ...options, mirror: `${server.url}/a/b/` });
  assert.equal(server.requests, [`GET /a/b${mirrorPath(REVISION)}`]);
});

test("`pullSchemas` keeps a downloaded schema when the download of another revision fails", async () => {
  const handler: RequestListener = (request, response) =>
    request.url === mirrorPath(REVISION)
      ? response.end(TEXT)
      : response.writeHead(404).end();
  const { cache, options } = await startMirror(handler);
  const pulled = await pullSchemas(Object.keys(FILES), options);
  const [schema, ...schemas] = pulled.schemas;
  const [problem, ...problems] = pulled.problems;
  assert.equal([schemas, problems], [[], []]);
  assert.is(schema?.revision, REVISION);
  assert.is(problem?.code, "MCP035");
  assert.match(problem?.message ?? "", /2025-02-02/);
  assert.equal(Object.keys(readTree(cache)), [KEPT]);
});

test("`pullSchema` reports a missing file of the original repository with a hint that the repository may have moved", async () => {
  const { server, options } = await startMirror(answer(404));
  const table = { ...TABLE, repository: server.url };
  const failure = await getFailure(() =>
    pullSchema(REVISION, { ...options, table, mirror: undefined }),
  );
  assert.equal(
    [failure.code, failure.cause, failure.fix],
    [
      "MCP035",
      "HTTP 404 Not Found.",
      "The repository of the specification may have moved. Update mcp-codegen, or pass --mirror URL.",
    ],
  );
});

test("`pullSchema` follows redirects between HTTP URLs that refer to the same machine", async () => {
  const { server, options } = await startMirror(
    answerInTurn(
      redirectTo("/first"),
      answer(308, { location: "second?x=1#y" }),
      serveSchema,
    ),
  );
  await pullSchema(REVISION, options);
  assert.equal(server.requests, [
    `GET ${mirrorPath(REVISION)}`,
    "GET /first",
    "GET /second?x=1",
  ]);
});

for (const [what, listener] of [
  ...[500, 502, 503, 429, 408].map(
    (code) => [`HTTP ${code}`, answer(code)] as const,
  ),
  ["a broken connection", ({ socket }) => void socket.destroy()],
] as (readonly [string, RequestListener])[])
  test(`\`pullSchema\` retries after ${what}`, async () => {
    const handler = answerInTurn(listener, listener, serveSchema);
    const { server, options } = await startMirror(handler);
    await pullSchema(REVISION, options);
    assert.is(server.requests.length, 3);
  });

test("`pullSchema` reports an error for a mirror whose port is closed", async () => {
  const mirror = `http://localhost:${await closedPort()}`;
  const { options } = await startMirror(serveSchema);
  const failure = await getFailure(() =>
    pullSchema(REVISION, { ...options, mirror: `${mirror}/` }),
  );
  assert.is(failure.code, "MCP038");
  assert.match(failure.message, `Cannot reach ${mirror.slice(7)}`);
  assert.match(failure.cause, /ECONNREFUSED.+ All 4 attempts failed/);
});

/** Returns an HTTP listener that answers every request with a text. */
const sends =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.end(text);

const LATER = answer(503, { "retry-after": "70" });
const FAR_OFF = answer(429, {
  "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT",
});
const OTHER = FILES["2025-02-02"] ?? "";
const SHORT = new RegExp(
  `${PIN.sha256} \\(${PIN.bytes} bytes\\), got [0-9a-f]{64} \\(20 bytes\\)`,
);
const IMPATIENT = { idleMs: 150, attempts: 1 };
/**
 * Mirrors that send unusable responses, each with the expected error. No file
 * of such a mirror is stored.
 */
const REFUSALS: readonly (readonly [
  what: string,
  handler: RequestListener,
  code: string,
  says: RegExp,
  requests?: number,
  limits?: Partial<typeof QUICK>,
])[] = [
  ["never answers", () => {}, "MCP031", /sent no data in time/, 1, IMPATIENT],
  [
    "stops in the middle of a response",
    (_request, response) => void response.write("x"),
    "MCP031",
    /sent no data in time/,
    1,
    IMPATIENT,
  ],
  [
    "sends bytes endlessly",
    (_request, response) => {
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
    "MCP031",
    /did not arrive within 0.15 s, which is the limit for all attempts/,
    1,
    { overallMs: 150 },
  ],
  ["sends a long Retry-After", LATER, "MCP036", /503/],
  ["sends a distant Retry-After", FAR_OFF, "MCP036", /HTTP 429/],
  [
    "closes the connection",
    (_request, response) => {
      response.writeHead(200, { "content-length": TEXT.length });
      response.write(TEXT.slice(0, 9), () => response.destroy());
    },
    "MCP032",
    /closed the connection.+All 4 attempts/,
    4,
  ],
  ["ends early", sends(TEXT.slice(0, 20)), "MCP034", SHORT],
  ["sends one byte more", sends(`${TEXT}!`), "MCP033", /too large/],
  ["sends another revision", sends(OTHER), "MCP034", /schema of 2025-02-02/],
  ["sends HTML", sends("<html>log in"), "MCP034", /an HTML page/],
  ["does not have the file", answer(404), "MCP035", /HTTP 404 Not Found/],
  ["forbids access", answer(403), "MCP036", /HTTP 403 Forbidden/],
  ["always fails", answer(500), "MCP036", /500 .+ All 4 attempts failed/, 4],
  ["redirects endlessly", redirectTo("/x"), "MCP037", /At most 5 redirects/, 6],
  [
    "redirects to HTTP",
    redirectTo("http://a.example/"),
    "MCP037",
    /does not use HTTPS/,
  ],
  [
    "redirects to a file",
    redirectTo("file:///etc/hosts"),
    "MCP037",
    /hosts, which does not use HTTPS/,
  ],
  [
    "redirects to an invalid URL",
    redirectTo("http://["),
    "MCP037",
    /Location header is not a URL/,
  ],
  ["redirects without a Location header", answer(302), "MCP036", /HTTP 302/],
];
for (const [what, handler, code, says, requests = 1, limits] of REFUSALS)
  test(`\`pullSchema\` stores nothing from a server that ${what}`, async () => {
    const { server, cache, options } = await startMirror(handler);
    const failure = await getFailure(() =>
      pullSchema(REVISION, { ...options, limits: { ...QUICK, ...limits } }),
    );
    assert.is(failure.code, code);
    assert.match(`${failure.message} ${failure.cause}`, says);
    assert.is(server.requests.length, requests);
    assert.equal(readdirSync(cache), []);
  });

for (const [mirror, says] of [
  ["http://mirror.example/", /HTTPS/],
  ["ftp://mirror.example/", /HTTPS/],
  ["file:///srv/mirror", /HTTPS/],
  ["http://127.0.0.1.example/", /HTTPS/],
  ["mirror.example", /not a URL/],
] as const)
  test(`\`pullSchemas\` rejects the invalid mirror URL ${mirror}`, async () => {
    const options = { table: TABLE, cache: temporaryFolder(), mirror, env: {} };
    const failure = await getFailure(() => pullSchemas([REVISION], options));
    assert.is(failure.code, "MCP030");
    assert.match(failure.cause, says);
  });

test("`pullSchema` sends the password of the mirror's URL in the header `Authorization`", async () => {
  let authorization: string | undefined;
  const handler: RequestListener = (request, response) => {
    ({ authorization } = request.headers);
    response.writeHead(404).end();
  };
  const { server, options } = await startMirror(handler);
  const mirror = server.url.replace("//", "//me:s%40cret@");
  const failure = await getFailure(() =>
    pullSchema(REVISION, { ...options, mirror }),
  );
  assert.is(JSON.stringify(failure).includes("cret"), false);
  assert.is(authorization, `Basic ${btoa("me:s@cret")}`);
});

test("`pullSchemas` stops the download and stores nothing after its signal is aborted", async () => {
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  let isComplete = false;
  const { server, cache, options } = await startMirror((_request, response) => {
    response.write(TEXT.slice(0, 5));
    setImmediate(() => controller.abort(reason));
    const timer = setTimeout(() => {
      isComplete = true;
      response.end();
    }, 1000);
    response.on("close", () => clearTimeout(timer));
  });
  const error = await pullSchemas([REVISION], {
    ...options,
    signal: controller.signal,
  }).catch((thrown: unknown) => thrown);
  assert.is(error, reason);
  assert.is(isComplete, false);
  assert.equal(readdirSync(cache), []);
  assert.is(server.requests.length, 1);
});

test.run();
