/** Tokens that the issuer is asked about. */
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
import { later } from "../../../harness/run/deferred.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("oauth: introspection");

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

/** What is answered to a token, and who asked. */
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

const made = (options: Partial<IntrospectionOptions> = {}) => {
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

/** Why a token is refused. */
const refusal = (verified: Promise<unknown>): Promise<string> =>
  verified.then(
    () => "taken",
    ({ status, message }: { status: number; message: string }) =>
      `${status} ${message}`,
  );

test("the issuer is asked as this server's client", async () => {
  const client = { id: "m c:p", secret: "p+%ä " };
  const who = await made({ client })("t/1+2==");
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
  // RFC 6749, 2.3.1: both as in a form, before they are put together.
  const text = Buffer.from(basic, "base64").toString();
  assert.is(text, "m+c%3Ap:p%2B%25%C3%A4+");
});

const ROWS: readonly (readonly [string, object, string])[] = [
  ["is active", ACTIVE, "taken"],
  ["has the issuer", { ...ACTIVE, iss: ISSUER }, "taken"],
  ["has several audiences", { ...ACTIVE, aud: ["x", RESOURCE] }, "taken"],
  ["lives on", { ...ACTIVE, exp: now() + 60, nbf: 0, iat: 0 }, "taken"],
  ["is not active", { active: false }, "401 The token is not active"],
  [
    "is not active, and all else",
    { ...ACTIVE, active: false },
    "401 The token is not active",
  ],
  [
    "is of another issuer",
    { ...ACTIVE, iss: "https://b.example" },
    "401 The token was issued by another issuer",
  ],
  [
    "is for another",
    { ...ACTIVE, aud: "https://b.example" },
    "401 The token is intended for another audience",
  ],
  [
    "does not say for whom",
    { active: true, sub: "ann" },
    "401 The token is intended for another audience",
  ],
  ["has expired", { ...ACTIVE, exp: now() - 90 }, "401 The token has expired"],
  [
    "expires at a text",
    { ...ACTIVE, exp: "never" },
    "401 The token has an exp, nbf or iat claim that is not a number",
  ],
  [
    "is not yet valid",
    { ...ACTIVE, nbf: now() + 90 },
    "401 The token is not valid yet: check the clocks",
  ],
  [
    "is of nobody",
    { ...ACTIVE, sub: undefined },
    "401 The token has no subject or is not accepted by this server",
  ],
  ["is of a client", { ...ACTIVE, sub: undefined, client_id: "c" }, "taken"],
  [
    "is bound to a key",
    { ...ACTIVE, cnf: { jkt: "x" } },
    "401 Tokens that are bound to a key are not accepted: the option dpop is not set",
  ],
  [
    "is bound to a certificate",
    { ...ACTIVE, cnf: { "x5t#S256": "x" } },
    "401 The token is bound by an unsupported confirmation method (cnf)",
  ],
  [
    "is bound to both",
    { ...ACTIVE, cnf: { jkt: "x", "x5t#S256": "x" } },
    "401 The token is bound by an unsupported confirmation method (cnf)",
  ],
  [
    "is bound to nothing",
    { ...ACTIVE, cnf: null },
    "401 The token is bound by an unsupported confirmation method (cnf)",
  ],
];

requirement(
  "1ba9d052587c",
  "03a4c8e6b8fc",
  "8f8288eeaa15",
  "5ce2554beae0",
  "ce0b4047f3b7",
  "4397d2ae5820",
  "2ad2631358cc",
  "ddd198eeb45b",
  "64bb8c2cb28c",
  "0ba74f3a3663",
  "d783a3870a77",
  "7d841417dbf9",
);
for (const [name, said, verdict] of ROWS)
  test(`a token that ${name}`, async () => {
    answer = () => Response.json(said);
    assert.is(await refusal(made()("t")), verdict);
  });

const FAULTS: readonly (readonly [string, () => Response])[] = [
  ["401", () => Response.json({ error: "invalid_client" }, { status: 401 })],
  ["500", () => Response.json(ACTIVE, { status: 500 })],
  [
    "HTML",
    () => new Response("<p>", { headers: { "content-type": "text/html" } }),
  ],
  ["active as a text", () => Response.json({ ...ACTIVE, active: "true" })],
  ["a list", () => Response.json([ACTIVE])],
  ["a redirect", () => Response.redirect("https://evil.example/", 307)],
  ["10 MB", () => Response.json({ ...ACTIVE, x: "x".repeat(10_000_000) })],
];

for (const [name, response] of FAULTS)
  test(`${name} instead of an answer: 503, and asked again`, async () => {
    answer = response;
    const verify = made();
    const why =
      "503 The introspection result of the issuer could not be fetched";
    assert.is(await refusal(verify("t")), why);
    answer = () => Response.json(ACTIVE);
    assert.is(await refusal(verify("t")), "taken");
    for (const { init } of sent) assert.is(init.method, "POST");
    assert.is(sent.length, 2);
  });

test("an answer holds for half a minute, and no longer than the token", async () => {
  const verify = made();
  for (const [after, asked] of [
    [0, 1],
    [29_000, 1],
    [31_000, 2],
    [60_000, 2],
    [62_000, 3],
  ] as const) {
    ahead = after;
    assert.is(await refusal(verify("t")), "taken");
    assert.is(sent.length, asked, `after ${after} ms`);
  }
  answer = () => Response.json({ active: false });
  ahead = 93_000;
  assert.is(await refusal(verify("t")), "401 The token is not active");
});

test("what is remembered expires with its token", async () => {
  answer = () => Response.json({ ...ACTIVE, exp: now() + 5 });
  const verify = made({ cache: 3600, skew: 0 });
  assert.is(await refusal(verify("t")), "taken");
  const { now: date } = Date;
  Date.now = () => date.call(Date) + 6_000;
  try {
    assert.is(await refusal(verify("t")), "401 The token has expired");
  } finally {
    Date.now = date;
  }
});

test("how long it holds is an option", async () => {
  const verify = made({ cache: 0 });
  await verify("t");
  ahead = 1;
  await verify("t");
  assert.is(sent.length, 2);
  assert.throws(() => made({ cache: -1 }), /cache/);
});

test("one token is asked about once at a time", async () => {
  const { promise, resolve } = later<Response>();
  answer = () => promise;
  const verify = made();
  const all = Array.from({ length: 5 }, () => refusal(verify("t")));
  resolve(Response.json(ACTIVE));
  assert.equal(await Promise.all(all), Array(5).fill("taken"));
  assert.is(sent.length, 1);
  const broken = later<Response>();
  answer = () => broken.promise;
  const failed = Array.from({ length: 3 }, () => refusal(verify("other")));
  await new Promise((resolve) => setTimeout(resolve, 20));
  broken.resolve(new Response("", { status: 500 }));
  for (const one of await Promise.all(failed)) assert.match(one, /^503 /);
  assert.is(sent.length, 2);
});

test("tokens that are made up take nobody's place", async () => {
  const verify = made();
  answer = () => Response.json({ active: false });
  for (const token of ["guess", "guess"]) await refusal(verify(token));
  assert.is(sent.length, 2);
});

test("the endpoint has to be safe", () => {
  for (const endpoint of ["http://auth.example/i", "auth", "file:///i"])
    assert.throws(() => made({ endpoint }), /endpoint is/);
});

test.run();
