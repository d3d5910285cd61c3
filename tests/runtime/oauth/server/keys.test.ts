/** Tests of JSON Web Key Sets that change, are unavailable or are invalid. */
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { jwt, type JwtOptions } from "../../../../runtime/oauth/server/jwt.js";
import {
  createClaims,
  createKeyPair,
  createRequest,
  RESOURCE,
  signToken,
  type Pair,
} from "../../../harness/oauth/tokens.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("oauth server: keys of the issuer");

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Responses of the simulated issuer, by path. Tests change the responses. */
let answers: { [path: string]: Answer } = {};
/** Paths that the server requested from the issuer. */
let asked: string[] = [];
let close: () => Promise<void>;
let issuer: string;

const { now: clock } = performance;
let ahead = 0;

test.before(async () => {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const answer = answers[path];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
test.after(() => close());
test.before.each(() => {
  answers = {};
  asked = [];
  ahead = 0;
  performance.now = () => clock.call(performance) + ahead;
});
test.after.each(() => {
  performance.now = clock;
});

const json =
  (value: object, type = "application/json", status = 200): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { "content-type": type })
      .end(JSON.stringify(value));
const text =
  (body: string, type: string, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { "content-type": type }).end(body);
const leads =
  (to: string, status = 307): Answer =>
  (_request, response) =>
    response.writeHead(status, { location: to }).end();

const firstKey = createKeyPair("ES256", { kid: "one" });
const secondKey = createKeyPair("ES256", { kid: "two" });
const createKeys = (...pairs: readonly Pair[]): Answer =>
  json({ keys: pairs.map(({ jwk }) => jwk) }, "application/jwk-set+json");

/** Creates a token that is signed with a key and issued by `iss`. */
const signBy = ({ jwk, secret }: Pair, iss = issuer): string =>
  signToken(
    { alg: "ES256", kid: jwk["kid"] },
    createClaims({ iss }),
    "ES256",
    secret,
  );

/**
 * Error with which the last token was refused. `guarded` returns a function
 * that verifies a token, sets this error, and returns the HTTP status.
 */
let why: Error | undefined;
const guarded = (options: Partial<JwtOptions> = {}) => {
  const { verify } = jwt({ issuer, audience: RESOURCE, ...options });
  return async (token: string): Promise<number> => {
    why = undefined;
    try {
      await verify(token, createRequest(`Bearer ${token}`));
      return 200;
    } catch (error) {
      why = error as Error;
      return (error as { status: number }).status;
    }
  };
};
const reason = (): string => String((why?.cause as Error | undefined)?.message);

test("the server fetches the issuer's keys once, when the first token arrives", async () => {
  answers["/keys"] = createKeys(firstKey);
  const status = guarded({ jwks: `${issuer}/keys` });
  assert.equal(asked, []);
  const all = await Promise.all(
    Array.from({ length: 8 }, () => status(signBy(firstKey))),
  );
  assert.equal(all, Array(8).fill(200));
  assert.is(await status(signBy(firstKey)), 200);
  assert.equal(asked, ["/keys"]);
});

test("tokens with unknown key ids cause at most one request for keys in 30 seconds", async () => {
  answers["/keys"] = createKeys(firstKey);
  const status = guarded({ jwks: `${issuer}/keys` });
  assert.is(await status(signBy(firstKey)), 200);
  const flood = async (): Promise<void> => {
    for (let n = 0; n < 50; n += 1) {
      const { secret } = secondKey;
      assert.is(await status(signBy({ secret, jwk: { kid: `k${n}` } })), 401);
    }
  };
  await flood();
  assert.is(asked.length, 1);
  ahead = 29_000;
  await flood();
  assert.is(asked.length, 1);
  ahead = 31_000;
  await flood();
  assert.is(asked.length, 2);
});

test("a new key of the issuer is accepted after at most 30 seconds", async () => {
  answers["/keys"] = createKeys(firstKey);
  const status = guarded({ jwks: `${issuer}/keys` });
  assert.is(await status(signBy(firstKey)), 200);
  answers["/keys"] = createKeys(firstKey, secondKey);
  assert.is(await status(signBy(secondKey)), 401);
  ahead = 31_000;
  assert.is(await status(signBy(secondKey)), 200);
  assert.is(await status(signBy(firstKey)), 200);
  assert.is(asked.length, 2);
});

test("a key that the issuer has removed is refused after ten minutes", async () => {
  answers["/keys"] = createKeys(firstKey, secondKey);
  const status = guarded({ jwks: `${issuer}/keys` });
  assert.is(await status(signBy(firstKey)), 200);
  answers["/keys"] = createKeys(secondKey);
  ahead = 599_000;
  assert.is(await status(signBy(firstKey)), 200);
  ahead = 601_000;
  assert.is(await status(signBy(firstKey)), 401);
  assert.is(await status(signBy(secondKey)), 200);
});

test("known keys stay valid for an hour while the issuer is unavailable", async () => {
  answers["/keys"] = createKeys(firstKey);
  const status = guarded({ jwks: `${issuer}/keys` });
  assert.is(await status(signBy(firstKey)), 200);
  answers["/keys"] = text("away", "text/plain", 500);
  ahead = 3_500_000;
  assert.is(await status(signBy(firstKey)), 200);
  // The server does not know the second key, and the issuer is unavailable. The
  // status is 503, because the token may be valid.
  assert.is(await status(signBy(secondKey)), 503);
  ahead = 3_700_000;
  assert.is(await status(signBy(firstKey)), 503);
  answers["/keys"] = createKeys(firstKey);
  ahead = 3_720_000;
  assert.is(await status(signBy(firstKey)), 503);
  ahead = 3_740_000;
  assert.is(await status(signBy(firstKey)), 200);
});

const HUGE: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"keys":[');
  const part = `${JSON.stringify({ kty: "x".repeat(1_000) })},`.repeat(1_000);
  let left = 10;
  const more = (): void => {
    if (left-- > 0) response.write(part, more);
    else response.end("{}]}");
  };
  more();
};

/**
 * Responses without valid keys, grouped by a part of the expected error
 * message.
 */
const FAULTS: { [message: string]: { [fault: string]: () => Answer } } = {
  "longer than": { "10 MB": () => HUGE },
  "returned no keys": {
    HTML: () => text("<html>", "text/html"),
    "JSON of another type": () => text("{}", "text/plain"),
    "invalid JSON": () => text("{", "application/json"),
    "JSON without keys": () => json({}),
    "keys that are not an array": () => json({ keys: {} }),
  },
  "status 500": {
    "the status 500": () => json({ keys: [] }, "application/json", 500),
  },
  "Too many redirects": { "a redirect loop": () => leads("/keys") },
  "redirects to": {
    "a redirect to another port": () => leads("http://127.0.0.1:9/keys"),
    "a redirect to HTTPS": () => leads("https://evil.example/"),
    "a redirect with 303": () => leads("/other", 303),
  },
  "could not be reached": {
    "no answer": () => (_request, response) => void response.destroy(),
  },
};

for (const [message, faults] of Object.entries(FAULTS))
  for (const [fault, answer] of Object.entries(faults))
    test(`a request gets 503 if the issuer returns ${fault} instead of keys`, async () => {
      answers["/keys"] = answer();
      const status = guarded({ jwks: `${issuer}/keys` });
      assert.is(await status(signBy(firstKey)), 503);
      assert.match(reason(), message);
      const { headers } = why as unknown as { headers: object };
      assert.equal(headers, { "retry-after": "30" });
      const before = asked.length;
      assert.is(await status(signBy(firstKey)), 503);
      assert.is(asked.length, before);
    });

test("the server follows a redirect of its key request within the same origin", async () => {
  answers["/keys"] = leads("/other");
  answers["/other"] = createKeys(firstKey);
  assert.is(await guarded({ jwks: `${issuer}/keys` })(signBy(firstKey)), 200);
});

test("requests for keys have a timeout of at most 10 seconds", async () => {
  answers["/keys"] = () => {};
  const { timeout } = AbortSignal;
  const limits: number[] = [];
  AbortSignal.timeout = (limit) => {
    limits.push(limit);
    return timeout.call(AbortSignal, 20);
  };
  try {
    assert.is(await guarded({ jwks: `${issuer}/keys` })(signBy(firstKey)), 503);
  } finally {
    AbortSignal.timeout = timeout;
  }
  assert.ok(Math.min(...limits) <= 10_000);
});

const METADATA_PATHS = [
  ["/.well-known/oauth-authorization-server", ""],
  ["/.well-known/openid-configuration", ""],
  ["/.well-known/oauth-authorization-server/a", "/a"],
  ["/.well-known/openid-configuration/a", "/a"],
  ["/a/.well-known/openid-configuration", "/a"],
] as const;

for (const [place, path] of METADATA_PATHS)
  test(`the server finds the metadata of an issuer at ${place}`, async () => {
    const iss = issuer + path;
    answers[place] = json({ issuer: iss, jwks_uri: `${issuer}/jwks` });
    answers["/jwks"] = createKeys(firstKey);
    assert.is(await guarded({ issuer: iss })(signBy(firstKey, iss)), 200);
    const order = METADATA_PATHS.filter(([, of]) => of === path).map(
      ([at]) => at,
    );
    const last = order.indexOf(place) + 1;
    assert.equal(asked, [...order.slice(0, last), "/jwks"]);
  });

/**
 * Changes that make the issuer's metadata invalid, grouped by a part of the
 * expected error message. Undefined removes a member.
 */
const WRONG: { [message: string]: { [problem: string]: () => object } } = {
  "names the issuer": {
    "with another issuer": () => ({ issuer: "https://evil.example" }),
    "with a slash after the issuer": () => ({ issuer: `${issuer}/` }),
    "without an issuer": () => ({}),
  },
  "jwks_uri is undefined": {
    "without jwks_uri": () => ({ issuer, jwks_uri: undefined }),
  },
  "jwks_uri is": {
    "with a jwks_uri of the scheme file": () => ({
      issuer,
      jwks_uri: "file:///etc/passwd",
    }),
    "with a jwks_uri without TLS": () => ({
      issuer,
      jwks_uri: "http://keys.example/",
    }),
  },
};

requirement(`
  95c06e3b9e59 b745b9253e3c 25944ff1bef5 b04bd9827f50 b92f75eb36c6
  7862a3224707
`);
for (const [message, problems] of Object.entries(WRONG))
  for (const [problem, metadata] of Object.entries(problems))
    test(`issuer metadata ${problem} is refused`, async () => {
      const place = "/.well-known/oauth-authorization-server";
      answers[place] = json({ jwks_uri: `${issuer}/jwks`, ...metadata() });
      answers["/jwks"] = createKeys(firstKey);
      assert.is(await guarded()(signBy(firstKey)), 503);
      assert.match(reason(), message);
      assert.not(asked.includes("/jwks"));
    });

test("a jwks_uri in a private network is refused in the metadata of a public issuer", async () => {
  const own: string[] = [];
  const fetch = (url: string): Promise<Response> => {
    own.push(url);
    const jwks_uri = "https://10.0.0.1/keys";
    const body = { issuer: "https://auth.example", jwks_uri };
    return Promise.resolve(Response.json(body));
  };
  const iss = "https://auth.example";
  assert.is(await guarded({ issuer: iss, fetch })(signBy(firstKey, iss)), 503);
  assert.match(reason(), "not an address of a private network");
  assert.is(own.length, 1);
});

test("an issuer without metadata causes a 503 response", async () => {
  assert.is(await guarded()(signBy(firstKey)), 503);
  assert.match(reason(), `${issuer} publishes no metadata`);
});

test.run();
