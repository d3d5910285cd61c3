/**
 * Tests of the tokens of a client: refresh, step-up (requesting more scopes),
 * sharing and sign-out.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ISSUER,
  json,
  METADATA,
  getReason,
  createSender,
  SERVER,
  createWorld,
  intercept,
  type Changes,
  type World,
} from "../../harness/oauth/world.js";
import { memoryStore } from "../../../runtime/oauth/client/stores/store.js";
import { withClock } from "../../harness/time/timers.js";
import { withVirtualClock } from "../../harness/time/virtual-clock.js";
import { requirement } from "../../harness/run/requirement.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = suite("oauth client: tokens");

const pause = (time: number) =>
  new Promise((resolve) => setTimeout(resolve, time));

/** Lifetime of access tokens that expire during the test, in seconds. */
const SHORT = 60;

/** Time of the stopped clock, in milliseconds. */
let time = 0;
const { now } = Date;
test.before.each(() => void (Date.now = () => time));
test.after.each(() => void (Date.now = now));

/** Moves the clock to a time at which all tokens have expired. */
const expireTokens = (): void => void (time += SHORT * 1_000);

const getGrants = ({ forms }: World): (string | undefined)[] =>
  forms.map((form) => form["grant_type"]);

requirement("e50bbce98731 3f8802cc031b c188a128d02d 2841ff83506f");
test("a token that expires soon is refreshed before it is sent", async () => {
  const world = createWorld({ lifetime: SHORT });
  assert.is(await world.send(), 200);
  expireTokens();
  const before = world.log.length;
  assert.is(await world.send(), 200);
  // The client does not repeat the discovery, and does not send the expired
  // token.
  assert.equal(world.log.slice(before), [
    `POST ${ISSUER}/token`,
    `POST ${SERVER}`,
  ]);
  assert.equal(world.forms[1], {
    grant_type: "refresh_token",
    refresh_token: "refresh-1",
    resource: SERVER,
    client_id: "client-1",
  });
  // At the next refresh, the client sends the refresh token that it received at
  // the previous refresh.
  expireTokens();
  assert.is(await world.send(), 200);
  assert.is(world.forms[2]?.["refresh_token"], "refresh-2");
});

test("the client reuses a refresh token that the issuer does not rotate", async () => {
  const world = createWorld({
    lifetime: 5,
    routes: {
      [`${ISSUER}/token`]: (form) => {
        const first = form.get("grant_type") === "authorization_code";
        world.valid.add("a");
        return json({
          access_token: "a",
          token_type: "Bearer",
          expires_in: SHORT,
          ...(first && { refresh_token: "r" }),
        });
      },
    },
  });
  for (let n = 0; n < 3; n += 1) {
    assert.is(await world.send(), 200);
    expireTokens();
  }
  assert.equal(
    world.forms.map((form) => form["refresh_token"]),
    [undefined, "r", "r"],
  );
});

test("a refused refresh of an access token leads to one new sign-in", async () => {
  const world = createWorld();
  assert.is(await world.send(), 200);
  world.valid.clear();
  assert.is(await world.send(), 200);
  assert.is(world.pages.length, 1);
  world.valid.clear();
  world.refreshable.clear();
  assert.is(await world.send(), 200);
  assert.is(world.pages.length, 2);
  assert.equal(getGrants(world), [
    "authorization_code",
    "refresh_token",
    "refresh_token",
    "authorization_code",
  ]);
});

for (const [what, answer, reason] of [
  ["answers 503", () => new Response("", { status: 503 }), "invalid_answer"],
  [
    "cannot be reached",
    () => Promise.reject(new Error("reset")),
    "unreachable",
  ],
] as const)
  test(`while the token endpoint ${what}, a failed refresh opens no sign-in page`, async () => {
    const world = createWorld();
    assert.is(await world.send(), 200);
    world.valid.clear();
    const endpoint = `${ISSUER}/token`;
    const { [endpoint]: working } = world.routes;
    Object.assign(world.routes, { [endpoint]: answer });
    assert.is(await getReason(world.send()), reason);
    assert.is(world.pages.length, 1);
    // The client keeps the refresh token, and uses it when the endpoint works
    // again.
    Object.assign(world.routes, { [endpoint]: working });
    assert.is(await world.send(), 200);
    assert.is(world.pages.length, 1);
  });

requirement("9a84bd19030c");
test("an expired access token without a refresh token is not sent", async () => {
  const world = createWorld({
    routes: {
      [`${ISSUER}/token`]: () => {
        world.valid.add("short");
        return json({
          access_token: "short",
          token_type: "Bearer",
          expires_in: SHORT,
        });
      },
    },
  });
  await world.send();
  expireTokens();
  const request = { method: "POST", url: SERVER, server: SERVER } as const;
  assert.equal(await world.authorize.headers(request), {});
  assert.is(await world.send(), 200);
  assert.is(world.pages.length, 2);
});

const SCOPES: readonly (readonly [what: string, Changes, string | null])[] = [
  [
    "the scopes of the challenge",
    {
      challenge: `Bearer scope="a b", resource_metadata="${METADATA}"`,
      resource: { scopes_supported: ["c"] },
    },
    "a b",
  ],
  [
    "the scopes of the resource metadata if the challenge has no scope",
    { resource: { scopes_supported: ["c", "d"] } },
    "c d",
  ],
  ["no scope by default", {}, null],
  [
    "offline_access if the issuer lists it",
    {
      resource: { scopes_supported: ["c"] },
      metadata: { scopes_supported: ["c", "offline_access"] },
    },
    "c offline_access",
  ],
  [
    "no offline_access without another scope",
    { metadata: { scopes_supported: ["offline_access"] } },
    null,
  ],
];
requirement(`
  f3b66f525298 af9149321d0c ee4c74380a54 1a9eeb6accdc afc221db9d9b
  010762aa151d 1ddbe862b54c 8bcd8ac9843b 24439be20b9f
`);
for (const [what, changes, scope] of SCOPES)
  test(`a sign-in requests ${what}`, async () => {
    const world = createWorld(changes);
    assert.is(await world.send(), 200);
    const page = world.pages[0]?.searchParams;
    assert.is(page?.get("scope"), scope);
    const offline = scope?.includes("offline_access");
    assert.is(page?.get("prompt"), offline ? "consent" : null);
  });

/**
 * Creates a server that refuses one request for each element of `scopes`. Each
 * refusal names the next scope that the client needs.
 */
function createDemandingWorld(...scopes: readonly string[]) {
  const left = [...scopes];
  const world = createWorld();
  intercept(world, SERVER, (next, _form, { authorization }) => {
    const scope = left[0];
    if (!authorization || scope === undefined) return next();
    left.shift();
    const says = `Bearer error="insufficient_scope", scope="${scope}"`;
    return new Response("", {
      status: 403,
      headers: { "www-authenticate": says },
    });
  });
  return world;
}

requirement(`
  7c62e52df598 4453fe5d26da 36a6a7467d37 361eac37bac9 5815b48251af
`);
test("a second step-up authorization also requests the scopes of the first step-up authorization", async () => {
  const world = createDemandingWorld("write", "admin");
  assert.is(await world.send(), 403);
  assert.is(await world.send(), 200);
  assert.equal(
    world.pages.map((page) => page.searchParams.get("scope")),
    [null, "write", "write admin"].slice(0, world.pages.length),
  );
  assert.is(world.pages.length, 2);
});

requirement("15e2f459f170 1d6b6d55131c");
test("a step-up for the same scopes is repeated at most three times", async () => {
  const world = createDemandingWorld(
    ...Array.from({ length: 20 }, () => "write"),
  );
  await withClock(async (wait) => {
    for (let n = 0; n < 5; n += 1) {
      assert.is(await world.send(), 403);
      wait(600_000);
    }
  });
  assert.is(world.pages.length, 1 + 3);
});

test("the client refuses step-ups after a hundred different scopes", async () => {
  const kinds = Array.from({ length: 160 }, (_, n) => `s${n}`);
  const world = createDemandingWorld(...kinds, "x", "x", "x", "x", "x", "x");
  await withClock(async (wait) => {
    for (let n = 0; n < 90; n += 1) {
      await world.send();
      wait(600_000);
    }
  });
  const scopes = world.pages.map((page) => page.searchParams.get("scope"));
  assert.ok(scopes.length > 90);
  assert.not(scopes.some((scope) => scope?.split(" ").includes("x")));
});

test("a token refresh continues when the request that needs the token is cancelled", async () => {
  const world = createWorld();
  assert.is(await world.send(), 200);
  world.valid.clear();
  const cancel = new AbortController();
  intercept(world, `${ISSUER}/token`, async (next) => {
    const answer = next();
    cancel.abort(new Error("enough"));
    await pause(20);
    // Like a real `fetch`, fail if the client has aborted the refresh.
    if (world.signals.at(-1)?.aborted) throw new Error("aborted");
    return answer;
  });
  assert.is(await getReason(world.send(cancel.signal)), "enough");
  await pause(40);
  assert.is(await world.send(), 200);
  assert.equal(getGrants(world), ["authorization_code", "refresh_token"]);
});

test("if a request is cancelled during its sign-in, a waiting request starts a new sign-in", async () => {
  const world = createWorld();
  const asked: ((decision: "approved") => void)[] = [];
  const request = {
    method: "POST",
    url: SERVER,
    server: SERVER,
    headers: {},
    approve: () => new Promise<"approved">((resolve) => asked.push(resolve)),
  } as const;
  const challenge = {
    status: 401,
    resourceMetadata: METADATA,
    scope: undefined,
    error: undefined,
    dpopNonce: undefined,
    header: "",
  };
  const cancel = new AbortController();
  const answered = (signal: AbortSignal) =>
    Promise.resolve(
      world.authorize.challenged(challenge, { ...request, signal }),
    );
  const first = getReason(answered(cancel.signal));
  await waitUntil("consent is asked", () => asked.length > 0);
  cancel.abort(new Error("enough"));
  assert.is(await first, "enough");
  const second = answered(new AbortController().signal);
  asked[0]?.("approved");
  await waitUntil("consent is asked twice", () => asked.length > 1);
  asked[1]?.("approved");
  assert.ok(await second);
  assert.is(world.pages.length, 1);
});

test("a client that the issuer no longer knows registers again", async () => {
  const world = createWorld();
  assert.is(await world.send(), 200);
  intercept(world, `${ISSUER}/token`, (next, form) =>
    form.get("client_id") === "client-1"
      ? json({ error: "invalid_client" }, 401)
      : next(),
  );
  world.valid.clear();
  assert.is(await world.send(), 200);
  assert.is(world.registered.length, 2);
});

test("a 403 response that names no scope is returned to the caller", async () => {
  const world = createWorld({
    routes: { [SERVER]: () => new Response("", { status: 403 }) },
  });
  assert.is(await world.send(), 403);
  assert.is(world.log.length, 1);
});

test("concurrent requests share one sign-in and one refresh", async () => {
  const world = createWorld({ lifetime: SHORT });
  const send = () => Promise.all(Array.from({ length: 8 }, () => world.send()));
  assert.equal(new Set(await send()), new Set([200]));
  assert.is(world.pages.length, 1);
  expireTokens();
  assert.equal(new Set(await send()), new Set([200]));
  assert.equal(getGrants(world), ["authorization_code", "refresh_token"]);
});

test("a later process uses the stored tokens until signOut removes them", async () => {
  const store = memoryStore();
  const world = createWorld({}, { store });
  assert.is(await world.send(), 200);
  const later = createWorld({}, { store });
  later.valid.add("access-1");
  assert.is(await later.send(), 200);
  assert.equal(later.log, [`POST ${SERVER}`]);
  await later.authorize.signOut(SERVER);
  assert.is(await createWorld({}, { store }).send(), 200);
  // An invalid stored value is treated like a missing value.
  const odd = memoryStore();
  await odd.swap(`server ${SERVER}`, undefined, "x");
  await odd.swap("x", undefined, "{");
  assert.is(await createWorld({}, { store: odd }).send(), 200);
});

/**
 * Creates ten servers that use one issuer. The function `getResource` returns
 * the resource of a server; servers with equal resources share a token.
 */
function createServers(getResource: (url: string) => string, refused?: string) {
  let shown = 0;
  let most = 0;
  const world: World = createWorld(
    { challenge: "Bearer", lifetime: SHORT },
    {
      consent: () => true,
      open: async (page) => {
        most = Math.max(most, ++shown);
        await pause(5);
        shown -= 1;
        return world.open(page);
      },
    },
  );
  const urls = Array.from({ length: 10 }, (_, n) => `https://mcp.example/${n}`);
  const known = "https://mcp.example/.well-known/oauth-protected-resource";
  for (const url of urls)
    Object.assign(world.routes, {
      [url]: world.routes[SERVER],
      [known + new URL(url).pathname]: () =>
        json({
          resource: getResource(url),
          authorization_servers: [ISSUER],
          scopes_supported: ["s"],
        }),
    });
  const root = "https://mcp.example";
  Object.assign(world.routes, {
    [known]: () => json({ resource: root, authorization_servers: [ISSUER] }),
  });
  intercept(world, `${ISSUER}/token`, (next, form) =>
    refused !== undefined && form.get("grant_type") === "refresh_token"
      ? json({ error: refused }, 400)
      : next(),
  );
  const senders = urls.map((url) =>
    createSender(world.authorize, world.fetch, url),
  );
  const sendAll = () => Promise.all(senders.map((send) => send()));
  return { world, sendAll, most: () => most };
}

const OK = Array.from({ length: 10 }, () => 200);

for (const [what, getResource] of [
  ["one resource", () => "https://mcp.example"],
  ["one issuer", (url: string) => url],
] as const)
  test(`ten servers that use ${what} share one sign-in`, async () => {
    const { world, sendAll } = createServers(getResource);
    assert.equal(await sendAll(), OK);
    expireTokens();
    assert.equal(await sendAll(), OK);
    assert.is(world.pages.length, 1);
    assert.is(world.registered.length, 1);
    const used = world.forms
      .map((form) => form["refresh_token"])
      .filter(Boolean);
    assert.is(new Set(used).size, used.length);
    // The client requests tokens once for each resource.
    const resources = new Set(world.forms.map((form) => form["resource"]));
    assert.is(resources.size, what === "one resource" ? 1 : 10);
  });

for (const refused of ["invalid_target", "invalid_grant"])
  test(`if the issuer answers ${refused} to a shared refresh token, the user signs in once per server`, async () => {
    const { world, sendAll, most } = createServers((url) => url, refused);
    assert.equal(await sendAll(), OK);
    assert.is(world.pages.length, 10);
    assert.is(most(), 1);
  });

test("servers that refuse each refreshed token do not cause endless token requests", async () => {
  const { world, sendAll } = createServers((url) => url);
  // Simulate an issuer that ignores the resource parameter, so that servers
  // refuse the refreshed tokens.
  intercept(world, `${ISSUER}/token`, (next, form) => {
    const answer = next();
    if (form.get("grant_type") === "refresh_token") world.valid.clear();
    return answer;
  });
  const statuses = await sendAll();
  assert.ok(statuses.every((status) => status === 200 || status === 401));
  assert.ok(
    world.log.length < 200,
    `the client sent ${world.log.length} requests`,
  );
});

test("signIn() signs in once, before the first request", async () => {
  const world = createWorld();
  await world.authorize.signIn(SERVER);
  assert.is(world.pages.length, 1);
  await world.authorize.signIn(new URL(SERVER));
  assert.is(world.pages.length, 1);
  const before = world.log.length;
  assert.is(await world.send(), 200);
  assert.is(world.log.length, before + 1);
});

test("a sign-in is aborted when all requests that wait for it are cancelled", async () => {
  const shown: AbortSignal[] = [];
  const never = (_page: string, { signal }: { signal: AbortSignal }) => {
    shown.push(signal);
    return new Promise<string>(() => {});
  };
  const world = createWorld({}, { open: never });
  const first = new AbortController();
  const second = new AbortController();
  const sent = [first, second].map(({ signal }) =>
    getReason(world.send(signal)),
  );
  await waitUntil("a page opens", () => shown.length > 0);
  first.abort(new Error("first"));
  assert.is(await sent[0], "first");
  assert.not(shown[0]?.aborted);
  second.abort(new Error("second"));
  assert.equal(await Promise.all(sent), ["first", "second"]);
  assert.ok(shown[0]?.aborted);
  const third = new AbortController();
  const last = getReason(world.send(third.signal));
  await waitUntil("a second page opens", () => shown.length > 1);
  third.abort(new Error("third"));
  assert.is(await last, "third");
});

test("a sign-in that waits for the user rejects after `signInTimeout`", () =>
  withVirtualClock(async (clock) => {
    let reports = 0;
    const open = () => new Promise<string>(() => {});
    const world = createWorld({}, { signInTimeout: 600, open });
    const { signal } = new AbortController();
    let reason = "";
    void getReason(world.send(signal, () => (reports += 1))).then(
      (text) => (reason = text),
    );
    await clock.run(() => reason !== "", 60_000);
    assert.is(reason, "timeout");
    assert.ok(reports >= 2);
  }));

test.run();
