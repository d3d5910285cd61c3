/** Tests of token introspection (RFC 7662). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  introspection,
  type IntrospectionOptions,
} from "../../../../runtime/oauth/server/introspection.js";
import {
  ISSUER,
  now,
  createRequest,
  RESOURCE,
} from "../../../harness/oauth/tokens.js";
import { defer } from "../../../harness/run/deferred.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("oauth server: introspection");

const ENDPOINT = `${ISSUER}/introspect`;
const ACTIVE = { active: true, aud: RESOURCE, sub: "ann", scope: "a b" };

interface Sent {
  readonly url: string;
  readonly init: {
    readonly method: string;
    readonly headers: { [name: string]: string };
    readonly body?: string;
  };
}

/** Returns the response of the simulated introspection endpoint for a token. */
let answer: (token: string) => Response | Promise<Response>;
let sent: Sent[] = [];
const { now: clock } = performance;
let ahead = 0;

test.before.each(() => {
  answer = () => Response.json(ACTIVE);
  sent = [];
  ahead = 0;
  performance.now = () => clock.call(performance) + ahead;
});
test.after.each(() => {
  performance.now = clock;
});

const verifier = (options: Partial<IntrospectionOptions> = {}) => {
  const fetch = async (url: string, init: Sent["init"]): Promise<Response> => {
    sent.push({ url, init });
    return answer(new URLSearchParams(init.body).get("token") ?? "");
  };
  const { verify } = introspection({
    issuer: ISSUER,
    audience: RESOURCE,
    endpoint: ENDPOINT,
    client: { id: "mcp", secret: "s" },
    fetch,
    ...options,
  });
  return async (token: string) =>
    verify(token, createRequest(`Bearer ${token}`));
};

/**
 * Returns the HTTP status and the error message for a refused token, or
 * "accepted".
 */
const refusal = (verified: Promise<unknown>): Promise<string> =>
  verified.then(
    () => "accepted",
    ({ status, message }: { status: number; message: string }) =>
      `${status} ${message}`,
  );

test("the server authenticates at the introspection endpoint with its configured credentials", async () => {
  const client = { id: "m c:p", secret: "p+%ä " };
  const who = await verifier({ client })("t/1+2==");
  const { scopes, subject } = who ?? {};
  assert.equal([subject, scopes], ["ann", ["a", "b"]]);
  const [{ url, init } = { url: "", init: {} as Sent["init"] }] = sent;
  assert.is(url, ENDPOINT);
  assert.is(init.method, "POST");
  const form = Object.fromEntries(new URLSearchParams(init.body));
  assert.equal(form, { token: "t/1+2==", token_type_hint: "access_token" });
  assert.is(init.headers["content-type"], "application/x-www-form-urlencoded");
  const [scheme, basic = ""] = (init.headers["authorization"] ?? "").split(" ");
  assert.is(scheme, "Basic");
  // RFC 6749, 2.3.1: the client form-encodes the client id and the secret
  // before it joins them.
  const text = Buffer.from(basic, "base64").toString();
  assert.is(text, "m+c%3Ap:p%2B%25%C3%A4+");
});

/** Introspection responses by description, grouped by the expected verdict. */
const RESULTS: { [verdict: string]: { [title: string]: object } } = {
  accepted: {
    "that is active": ACTIVE,
    "of the issuer": { ...ACTIVE, iss: ISSUER },
    "with several audiences": { ...ACTIVE, aud: ["x", RESOURCE] },
    "valid for 60 seconds": { ...ACTIVE, exp: now() + 60, nbf: 0, iat: 0 },
    "of a client without a user": {
      ...ACTIVE,
      sub: undefined,
      client_id: "c",
    },
  },
  "401 The token is not active": {
    "that is not active": { active: false },
    "that is not active, with valid claims": { ...ACTIVE, active: false },
  },
  "401 The token was issued by another issuer": {
    "of another issuer": { ...ACTIVE, iss: "https://b.example" },
  },
  "401 The token is intended for another audience": {
    "for another audience": { ...ACTIVE, aud: "https://b.example" },
    "without an audience": { active: true, sub: "ann" },
  },
  "401 The token has expired": {
    "that expired 90 seconds ago": { ...ACTIVE, exp: now() - 90 },
  },
  "401 The token has an exp, nbf or iat claim that is not a number": {
    "whose exp is a string": { ...ACTIVE, exp: "never" },
  },
  "401 The token is not valid yet: check the clocks": {
    "that is valid in 90 seconds": { ...ACTIVE, nbf: now() + 90 },
  },
  "401 The token has no subject or is not accepted by this server": {
    "without a subject": { ...ACTIVE, sub: undefined },
  },
  "401 Tokens that are bound to a key are not accepted: the option `dpop` is not set":
    { "bound to a key": { ...ACTIVE, cnf: { jkt: "x" } } },
  "401 The token is bound by an unsupported confirmation method (cnf)": {
    "bound to a certificate": { ...ACTIVE, cnf: { "x5t#S256": "x" } },
    "bound to a key and a certificate": {
      ...ACTIVE,
      cnf: { jkt: "x", "x5t#S256": "x" },
    },
    "with an empty confirmation": { ...ACTIVE, cnf: null },
  },
};

requirement(`
  1ba9d052587c 03a4c8e6b8fc 8f8288eeaa15 5ce2554beae0 ce0b4047f3b7
  4397d2ae5820 2ad2631358cc ddd198eeb45b 64bb8c2cb28c 0ba74f3a3663
  d783a3870a77 7d841417dbf9
`);
for (const [verdict, results] of Object.entries(RESULTS))
  for (const [title, result] of Object.entries(results))
    test(`an introspected token ${title} has the verdict: ${verdict}`, async () => {
      answer = () => Response.json(result);
      assert.is(await refusal(verifier()("t")), verdict);
    });

const FAULTS: readonly (readonly [string, () => Response])[] = [
  [
    "the status 401",
    () => Response.json({ error: "invalid_client" }, { status: 401 }),
  ],
  ["the status 500", () => Response.json(ACTIVE, { status: 500 })],
  [
    "HTML",
    () => new Response("<p>", { headers: { "content-type": "text/html" } }),
  ],
  ["active as a string", () => Response.json({ ...ACTIVE, active: "true" })],
  ["an array", () => Response.json([ACTIVE])],
  ["a redirect", () => Response.redirect("https://evil.example/", 307)],
  ["10 MB", () => Response.json({ ...ACTIVE, x: "x".repeat(10_000_000) })],
];

for (const [fault, response] of FAULTS)
  test(`an introspection endpoint that returns ${fault} causes a 503 response`, async () => {
    answer = response;
    const verify = verifier();
    const why =
      "503 The introspection result of the issuer could not be fetched";
    assert.is(await refusal(verify("t")), why);
    answer = () => Response.json(ACTIVE);
    assert.is(await refusal(verify("t")), "accepted");
    for (const { init } of sent) assert.is(init.method, "POST");
    assert.is(sent.length, 2);
  });

test("an introspection result is cached for 30 seconds", async () => {
  const verify = verifier();
  for (const [after, asked] of [
    [0, 1],
    [29_000, 1],
    [31_000, 2],
    [60_000, 2],
    [62_000, 3],
  ] as const) {
    ahead = after;
    assert.is(await refusal(verify("t")), "accepted");
    assert.is(sent.length, asked, `after ${after} ms`);
  }
  answer = () => Response.json({ active: false });
  ahead = 93_000;
  assert.is(await refusal(verify("t")), "401 The token is not active");
});

test("a cached introspection result expires with its token", async () => {
  answer = () => Response.json({ ...ACTIVE, exp: now() + 5 });
  const verify = verifier({ cache: 3600, skew: 0 });
  assert.is(await refusal(verify("t")), "accepted");
  const { now: date } = Date;
  Date.now = () => date.call(Date) + 6_000;
  try {
    assert.is(await refusal(verify("t")), "401 The token has expired");
  } finally {
    Date.now = date;
  }
});

test("the cache option sets how long an introspection result is cached", async () => {
  const verify = verifier({ cache: 0 });
  await verify("t");
  ahead = 1;
  await verify("t");
  assert.is(sent.length, 2);
  assert.throws(() => verifier({ cache: -1 }), /cache/);
});

test("concurrent requests with one token share one introspection request", async () => {
  const { promise, resolve } = defer<Response>();
  answer = () => promise;
  const verify = verifier();
  const all = Array.from({ length: 5 }, () => refusal(verify("t")));
  resolve(Response.json(ACTIVE));
  assert.equal(await Promise.all(all), Array(5).fill("accepted"));
  assert.is(sent.length, 1);
  const broken = defer<Response>();
  answer = () => broken.promise;
  const failed = Array.from({ length: 3 }, () => refusal(verify("other")));
  await new Promise((resolve) => setTimeout(resolve, 20));
  broken.resolve(new Response("", { status: 500 }));
  for (const text of await Promise.all(failed)) assert.match(text, /^503 /);
  assert.is(sent.length, 2);
});

test("results of inactive tokens are not cached", async () => {
  const verify = verifier();
  answer = () => Response.json({ active: false });
  for (const token of ["guess", "guess"]) await refusal(verify(token));
  assert.is(sent.length, 2);
});

test("introspection() throws for an endpoint without https", () => {
  for (const endpoint of ["http://auth.example/i", "auth", "file:///i"])
    assert.throws(() => verifier({ endpoint }), /endpoint is/);
});

test.run();
