/**
 * Tests of the limits on sign-ins that one server or issuer may cause. A
 * hostile issuer must not affect sign-ins at other issuers.
 */
import { createServer } from "node:http";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  addServer,
  createWorld,
  getReason,
  ISSUER,
  json,
  METADATA,
  SERVER,
  type World,
} from "../../../harness/oauth/world.js";
import { withClock } from "../../../harness/time/timers.js";
import { waitUntil } from "../../../harness/run/time-limit.js";
import { clientCredentials } from "../../../../runtime/oauth/client/grants.js";
import type { Fetch } from "../../../../runtime/http/client/received.js";
import { Fetcher } from "../../../../runtime/http/client/fetcher.js";
import { http } from "../../../../runtime/http/client/client.js";
import type { AddressInfo } from "node:net";

const test = suite("oauth client: limits of sign-ins");

/** Makes the server refuse all tokens that were issued so far. */
function revoke({ valid, refreshable }: World): void {
  valid.clear();
  refreshable.clear();
}

test("a server causes at most three sign-ins within ten minutes", async () => {
  await withClock(async (wait) => {
    const world = createWorld();
    for (let n = 1; n <= 3; n += 1) {
      assert.is(await world.send(), 200);
      revoke(world);
    }
    for (let n = 0; n < 3; n += 1)
      assert.is(await getReason(world.send()), "too_many_sign_ins");
    assert.is(world.pages.length, 3);
    // The limit does not apply to sign-ins that the program starts with
    // `signIn()`.
    await world.authorize.signOut(SERVER);
    await world.authorize.signIn(SERVER);
    assert.is(await world.send(), 200);
    revoke(world);
    assert.is(await getReason(world.send()), "too_many_sign_ins");
    wait(600_000);
    assert.is(await world.send(), 200);
    assert.is(world.pages.length, 5);
  });
});

test("a sign-in that fails counts towards the limit of sign-ins", async () => {
  const world = createWorld({ answer: { error: "access_denied" } });
  const reasons: string[] = [];
  for (let n = 0; n < 5; n += 1) reasons.push(await getReason(world.send()));
  assert.equal(reasons, [
    ...Array.from({ length: 3 }, () => "access_denied"),
    "too_many_sign_ins",
    "too_many_sign_ins",
  ]);
});

test("token renewals that need no user do not count towards the limit of sign-ins", async () => {
  for (const options of [
    {},
    {
      grant: clientCredentials(),
      credentials: { id: "c", secret: "s" },
      servers: [SERVER],
    },
  ]) {
    const world = createWorld({}, options);
    for (let n = 0; n < 10; n += 1) {
      assert.is(await world.send(), 200);
      world.valid.clear();
    }
    assert.ok(world.pages.length <= 1);
    assert.is(world.forms.length, 10);
  }
});

/**
 * Sends a background request, for which the client must not open a sign-in
 * page.
 */
function sendInBackground({ authorize, fetch }: World): Promise<number> {
  const fetcher = new Fetcher(SERVER, { authorize, fetch });
  const { signal } = new AbortController();
  return fetcher
    .send({ method: "POST", headers: {}, signal, background: true })
    .then(({ status }) => status);
}

test("a request with the flag `background` can refresh the access token, but opens no sign-in page", async () => {
  const world = createWorld();
  assert.is(await sendInBackground(world), 401);
  assert.is(world.pages.length, 0);
  assert.is(await world.send(), 200);
  world.valid.clear();
  assert.is(await sendInBackground(world), 200);
  assert.is(world.forms.at(-1)?.["grant_type"], "refresh_token");
  // A user's request may open a sign-in page, even if a background request is
  // sent at the same time.
  revoke(world);
  const sent = [sendInBackground(world), world.send()];
  assert.equal(await Promise.all(sent), [401, 200]);
  assert.is(world.pages.length, 2);
});

test("after the handshake, HTTP clients set the flag `background` for responses and notifications", async () => {
  const seen: string[] = [];
  const server = createServer((request, reply) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { method, id } = JSON.parse(text || "{}") as {
        method?: string;
        id?: number;
      };
      if (request.headers.authorization)
        seen.push(`${request.method} ${method ?? "response"}`);
      if (request.method !== "POST") return reply.writeHead(401).end();
      if (method !== "initialize") return reply.writeHead(401).end();
      reply.writeHead(200, {
        "content-type": "application/json",
        "mcp-session-id": "s",
      });
      const result = { protocolVersion: "2025-06-18" };
      return reply.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const backgrounds: (boolean | undefined)[] = [];
  const transport = http(`http://127.0.0.1:${port}/mcp`, {
    authorize: {
      headers: () => ({}),
      challenged: (_challenge, { background, method }) => {
        if (method !== "GET") backgrounds.push(background);
        return false;
      },
    },
  });
  let answered = 0;
  const next = (count: number): Promise<void> =>
    waitUntil(
      `${count} requests are answered or challenged`,
      () => answered + backgrounds.length >= count,
    );
  transport.start({
    receive: () => (answered += 1),
    failed: () => {},
    closed: () => {},
  } as never);
  const messages = [
    { id: 1, method: "initialize" },
    { method: "notifications/initialized" },
    { id: 2, method: "ping" },
    { method: "notifications/cancelled" },
    { id: 3, result: {} },
    { id: 4, error: { code: 1, message: "a" } },
  ];
  for (const [index, message] of messages.entries()) {
    transport.send({ jsonrpc: "2.0", ...message } as never);
    await next(index + 1);
  }
  await transport.close();
  server.close();
  server.closeAllConnections();
  // The first two messages belong to the handshake. The client sends all other
  // messages as background messages.
  assert.equal(backgrounds, [false, false, true, true, true, true]);
});

/** Adds a server whose issuer never answers requests for `path`. */
function addSilentServer(
  world: World,
  path: string,
  waiting: () => void = () => {},
) {
  const issuer = "https://silent.example";
  const never = (): Promise<Response> => {
    waiting();
    return new Promise(() => {});
  };
  Object.assign(world.routes, {
    [`${issuer}/.well-known/oauth-authorization-server`]: () =>
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        code_challenge_methods_supported: ["S256"],
      }),
    [`${issuer}/register`]: () => json({ client_id: "c" }, 201),
    [issuer + path]: never,
  });
  const metadata = { authorization_servers: [issuer] };
  return addServer(world, "https://first.example/mcp", metadata);
}

for (const path of [
  "/.well-known/oauth-authorization-server",
  "/register",
  "/token",
])
  test(`an issuer that never answers requests for ${path} does not delay the sign-in at another issuer`, async () => {
    const world = createWorld();
    let isWaiting = false;
    const send = addSilentServer(world, path, () => (isWaiting = true));
    const end = new AbortController();
    const first = getReason(send(end.signal));
    await waitUntil("the sign-in waits", () => isWaiting);
    assert.is(await world.send(), 200);
    end.abort(new Error("enough"));
    assert.is(await first, "enough");
  });

/**
 * Signs in at two issuers while the page of the first issuer stays open.
 * Returns the outcome of the second sign-in.
 */
async function openTwoPages(
  redirectUri?: string,
  visit?: (back: string) => void,
): Promise<string> {
  let isOpen = false;
  const world: World = createWorld(
    {},
    {
      ...(redirectUri && { redirectUri }),
      open: (page) => {
        isOpen = true;
        if (!page.startsWith(ISSUER)) return new Promise<string>(() => {});
        const back = world.open(page);
        return visit ? visit(back) : back;
      },
    },
  );
  const end = new AbortController();
  const first = getReason(addSilentServer(world, "/none")(end.signal));
  await waitUntil("the page is open", () => isOpen);
  const outcome = await getReason(world.send());
  end.abort(new Error("enough"));
  assert.is(await first, "enough");
  return outcome;
}

test("a sign-in page that the user leaves open does not delay the sign-in at another issuer", async () => {
  assert.is(await openTwoPages(), "resolved to 200");
});

test("sign-ins at two issuers share the loopback port of a configured redirect URI", async () => {
  const reserved = createServer();
  await new Promise<void>((resolve) =>
    reserved.listen(0, "127.0.0.1", resolve),
  );
  const { port } = reserved.address() as AddressInfo;
  await new Promise((resolve) => reserved.close(resolve));
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const visits: Promise<unknown>[] = [];
  const outcome = await openTwoPages(redirectUri, (back) => {
    visits.push(fetch(back));
  });
  assert.is(outcome, "resolved to 200");
  await Promise.all(visits);
  assert.is(await fetch(redirectUri).catch(() => "closed"), "closed");
});

test("a pending user consent for one server does not delay other servers of the issuer", async () => {
  const world = createWorld({}, { servers: [SERVER, "https://b.example/mcp"] });
  addServer(world, "https://b.example/mcp");
  const { signal } = new AbortController();
  const end = new AbortController();
  const challenge = {
    status: 401,
    resourceMetadata:
      "https://b.example/.well-known/oauth-protected-resource/mcp",
    scope: undefined,
    error: undefined,
    dpopNonce: undefined,
    header: "",
  };
  let isAsked = false;
  const first = world.authorize.challenged(challenge, {
    method: "POST",
    url: "https://b.example/mcp",
    server: "https://b.example/mcp",
    headers: {},
    signal: end.signal,
    approve: () => {
      isAsked = true;
      return new Promise(() => {});
    },
  });
  await waitUntil("consent is asked", () => isAsked);
  assert.is(await world.send(signal), 200);
  end.abort(new Error("enough"));
  assert.is(await getReason(Promise.resolve(first)), "enough");
});

/**
 * Secret in the URL of a server (`SECRET`), and a long text of a peer that
 * contains terminal escape sequences (`NOISE`).
 */
const SECRET = "s3cret";
const NOISE = `\u001b[2J\u202e${"x".repeat(100_000)}`;

const LEAKS: readonly (readonly [
  what: string,
  routes: (url: string) => object,
])[] = [
  [
    "no authorization server",
    (url) => ({ [METADATA]: () => json({ resource: url }) }),
  ],
  ["a server error", () => ({ [METADATA]: () => json({}, 500) })],
  [
    "a resource URL that quotes the secret",
    () => ({
      [METADATA]: () => json({ resource: `https://x.example/?${SECRET}` }),
    }),
  ],
  [
    "a hostile resource URL",
    () => ({ [METADATA]: () => json({ resource: NOISE }) }),
  ],
  [
    "a hostile issuer URL",
    (url) => ({
      [METADATA]: () => json({ resource: url, authorization_servers: [NOISE] }),
    }),
  ],
  [
    "issuer metadata with a hostile issuer URL",
    () => ({
      [`${ISSUER}/.well-known/oauth-authorization-server`]: () =>
        json({ issuer: NOISE }),
    }),
  ],
  [
    "a hostile endpoint URL",
    () => ({
      [`${ISSUER}/.well-known/oauth-authorization-server`]: () =>
        json({ issuer: ISSUER, token_endpoint: NOISE }),
    }),
  ],
  [
    "a hostile error response",
    () => ({
      [`${ISSUER}/token`]: () =>
        json({ error: NOISE, error_description: NOISE }, 400),
    }),
  ],
  [
    "a redirect to a long URL",
    () => ({
      [METADATA]: () =>
        new Response("", {
          status: 307,
          headers: { location: `https://x.example/${"y".repeat(10_000)}` },
        }),
    }),
  ],
  [
    "a fetch that fails with a hostile message",
    () => ({
      [METADATA]: () => Promise.reject(new Error(NOISE)),
    }),
  ],
];

for (const [what, getRoutes] of LEAKS)
  test(`the error message about ${what} is short and contains no secret`, async () => {
    const url = `https://mcp.example/mcp?key=${SECRET}`;
    const world = createWorld({
      challenge: `Bearer resource_metadata="${METADATA}?key=${SECRET}"`,
    });
    const routes: { [url: string]: unknown } = {
      ...world.routes,
      ...getRoutes(SERVER),
    };
    Object.assign(world.routes, getRoutes(SERVER), {
      [url]: routes[SERVER],
      [`${METADATA}?key=${SECRET}`]: routes[METADATA],
    });
    const fetcher = new Fetcher(url, {
      authorize: world.authorize,
      fetch: world.fetch as Fetch,
    });
    const { signal } = new AbortController();
    const error = await fetcher
      .send({ method: "POST", headers: {}, signal })
      .then(
        () => undefined,
        (thrown: Error & { reason?: string }) => thrown,
      );
    assert.is(error?.name, "OAuthError");
    const { message = "", reason = "" } = error ?? {};
    for (const text of [message, reason]) {
      assert.not.match(text, SECRET);
      assert.not.match(text, /[\p{C}\p{Zl}\p{Zp}]/u);
      assert.ok(text.length <= 501, `${text.length} characters`);
    }
  });

test("secrets that an issuer's error quotes are redacted in the client's error message", async () => {
  const quoted: string[] = [];
  const world = createWorld(
    {
      routes: {
        [`${ISSUER}/token`]: (form) => {
          const code = form.get("code") ?? "";
          const verifier = form.get("code_verifier") ?? "";
          quoted.push(code, verifier, "s3cret-of-client");
          const error_description = `no ${quoted.join(" ")}`;
          return json({ error: "invalid_grant", error_description }, 400);
        },
      },
    },
    { credentials: { id: "c", secret: "s3cret-of-client" } },
  );
  const error = await world.send().then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  assert.is(quoted.length, 3);
  assert.match(error?.message ?? "", "[redacted] [redacted] [redacted]");
  for (const secret of quoted) assert.not.match(error?.message ?? "", secret);
});

test("the body of a 401 response is cancelled if the authorization fails", async () => {
  let isClosed = false;
  const world = createWorld({ answer: { error: "access_denied" } });
  const body = new ReadableStream({ cancel: () => void (isClosed = true) });
  const headers = {
    "www-authenticate": `Bearer resource_metadata="${METADATA}"`,
  };
  world.routes[SERVER] = () => new Response(body, { status: 401, headers });
  assert.is(await getReason(world.send()), "access_denied");
  assert.ok(isClosed);
});

test("a redirect with an invalid Location header is reported as a redirect to another address", async () => {
  const world = createWorld();
  world.routes[SERVER] = () =>
    new Response("", { status: 307, headers: { location: "http://[" } });
  const reason = await getReason(world.send());
  assert.match(reason, "redirects to another address (307)");
});

test.run();
