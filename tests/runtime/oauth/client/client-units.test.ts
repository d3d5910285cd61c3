/** Unit tests of the OAuth client. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findAuthorization } from "../../../../runtime/oauth/client/discovery.js";
import { dpop, privateKeyJwt } from "../../../../runtime/oauth/client/sign.js";
import { parseJws } from "../../../../runtime/oauth/jws.js";
import { ignoreRefusal } from "../../../../runtime/oauth/client/renewal.js";
import { OAuthError } from "../../../../runtime/oauth/errors.js";
import { isSameUrl } from "../../../../runtime/oauth/issuer.js";
import { requestDocument } from "../../../../runtime/oauth/web.js";
import {
  forgetResource,
  isKnownResource,
  ownsEndpoints,
  saveResource,
} from "../../../../runtime/oauth/client/permit/known-servers.js";
import { memoryStore } from "../../../../runtime/oauth/client/stores/store.js";
import {
  createWorld,
  getReason,
  intercept,
  ISSUER,
  json,
  METADATA,
  SERVER,
} from "../../../harness/oauth/world.js";
import { generateKeyPairSync } from "node:crypto";
import type { AuthorizationServer } from "../../../../runtime/oauth/client/types.js";

const test = suite("oauth client: units");

const ORIGIN = "https://mcp.example";
const WELL_KNOWN = `${ORIGIN}/.well-known/oauth-protected-resource`;

/**
 * Test cases: path of the server's URL, resource in the server's metadata, and
 * the accepted resource or the error.
 */
for (const [url, resource, expected] of [
  ["/mcp", "/mcp", `${ORIGIN}/mcp`],
  ["/mcp/", "/mcp", `${ORIGIN}/mcp`],
  ["/mcp?a=1", "/mcp", `${ORIGIN}/mcp`],
  ["/mcp?a=1", "/mcp?a=1", `${ORIGIN}/mcp?a=1`],
  ["/mcp?a=1", "/mcp?a=2", "other_resource"],
  ["/mcp", "/mcp#a", "other_resource"],
  ["/mcp", "/mc", "other_resource"],
] as const)
  test(`metadata of the server ${url} with the resource ${resource} results in ${expected}`, async () => {
    const metadata = {
      resource: ORIGIN + resource,
      authorization_servers: [ISSUER],
    };
    const routes: { readonly [url: string]: object } = {
      [`${WELL_KNOWN}/mcp`]: metadata,
      [`${WELL_KNOWN}/mc`]: metadata,
      [`${ISSUER}/.well-known/oauth-authorization-server`]: {
        issuer: ISSUER,
        token_endpoint: `${ISSUER}/token`,
      },
    };
    const fetch = (address: string): Promise<Response> =>
      Promise.resolve(
        routes[address]
          ? json(routes[address])
          : new Response("", { status: 404 }),
      );
    const { signal } = new AbortController();
    const found = findAuthorization(
      ORIGIN + url,
      `${WELL_KNOWN}/mcp`,
      { fetch },
      signal,
    ).then(
      (target) => target.resource,
      ({ reason }: OAuthError) => reason,
    );
    assert.is(await found, expected);
  });

for (const [kinds, expected] of [
  [["background", "background"], 1],
  [["user", "background"], 1],
  [["background", "user"], 2],
] as const)
  test(`a ${kinds[0]} request and a concurrent ${kinds[1]} request start ${expected} authorization ${expected === 1 ? "attempt" : "attempts"}`, async () => {
    const world = createWorld();
    let count = 0;
    intercept(world, METADATA, (next) => {
      count += 1;
      return next();
    });
    const ask = (background: boolean) => {
      const { signal } = new AbortController();
      const request = { server: SERVER, url: SERVER, headers: {}, background };
      const challenge = { status: 401, resourceMetadata: METADATA };
      return world.authorize.challenged(
        challenge as never,
        { ...request, signal } as never,
      );
    };
    await Promise.all(kinds.map((kind) => ask(kind === "background")));
    assert.is(count, expected);
  });

test("tokens that another process has obtained are used without a request to the issuer", async () => {
  const store = memoryStore();
  const [world, other] = [
    createWorld({}, { store }),
    createWorld({}, { store }),
  ];
  await world.send();
  const request = { server: SERVER, url: SERVER, method: "POST" } as const;
  const refused = await other.authorize.headers(request);
  world.valid.clear();
  await world.send();
  const { signal } = new AbortController();
  const challenge = { status: 401, resourceMetadata: METADATA };
  const isRepeated = await other.authorize.challenged(challenge as never, {
    ...request,
    headers: refused,
    signal,
  });
  assert.equal([isRepeated, other.log], [true, []]);
  assert.equal(await other.authorize.headers(request), {
    authorization: "Bearer access-2",
  });
});

for (const [type, isJson] of [
  ["application/json", true],
  ["Application/JSON; charset=utf-8", true],
  ["application/token+JSON", true],
  ["application/jsonp", false],
  ["json", false],
] as const)
  test(`a response of the content type ${type} is ${isJson ? "parsed as" : "not treated as"} JSON`, async () => {
    const fetch = () =>
      Promise.resolve(json({ a: 1 }, 200, { "content-type": type }));
    const { document } = await requestDocument(ISSUER, { fetch });
    assert.equal(document, isJson ? { a: 1 } : undefined);
  });

test("a DPoP nonce applies only to URLs of its origin", async () => {
  const signer = dpop();
  signer.nonce(`${ISSUER}/token`, "n");
  const read = async (url: string) =>
    parseJws(await signer.proof("POST", url))?.payload["nonce"];
  assert.is(await read(`${ISSUER}/other?a=1`), "n");
  assert.is(await read(SERVER), undefined);
});

test("a client assertion is valid for 60 seconds", async () => {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const jwt = await privateKeyJwt(privateKey)("c", ISSUER);
  const { payload, header } = parseJws(jwt) ?? {};
  const { iss, sub, aud, exp, iat } = payload ?? {};
  assert.equal([iss, sub, aud], ["c", "c", ISSUER]);
  assert.is(Number(exp) - Number(iat), 60);
  assert.equal(header, { alg: "ES256", typ: "JWT" });
});

for (const [reason, isFinal] of [
  ["unreachable", true],
  ["invalid_answer", true],
  ["other_audience", true],
  ["invalid_grant", false],
  ["no_client", false],
] as const)
  test(`if a token renewal fails with the reason ${reason}, the client ${isFinal ? "throws the error" : "starts a sign-in"}`, () => {
    const run = (): unknown => ignoreRefusal(new OAuthError(reason, "text"));
    if (isFinal) assert.throws(run, "text");
    else assert.is(run(), undefined);
    const other = new Error("other");
    assert.throws(() => ignoreRefusal(other), "other");
  });

const server = (issuer: string, origin = issuer): AuthorizationServer =>
  ({
    issuer,
    tokenEndpoint: `${origin}/token`,
    authorizationEndpoint: `${origin}/authorize`,
  }) as AuthorizationServer;

test("saving a resource URL of an issuer a second time does not change the store", async () => {
  const store = memoryStore();
  let changes = 0;
  const counted = {
    get: (key: string) => store.get(key),
    swap: (...args: Parameters<typeof store.swap>) => {
      changes += 1;
      return store.swap(...args);
    },
  };
  const honest = server(ISSUER);
  const known = (resource: string) =>
    isKnownResource(counted, honest, resource);
  assert.equal([await known("a"), await known("b")], [true, true]);
  await saveResource(counted, honest, "a");
  assert.is(changes, 3);
  await saveResource(counted, honest, "a");
  assert.is(changes, 3);
  assert.equal([await known("a"), await known("b")], [true, false]);
  assert.not(await known("a/below"));
  await saveResource(counted, honest, "b");
  await forgetResource(counted, ISSUER, "a");
  assert.equal([await known("a"), await known("b")], [false, true]);
  await forgetResource(counted, ISSUER, "b");
  assert.is(await store.get(`resources of ${ISSUER}`), undefined);
});

test("`ownsEndpoints` accepts endpoints of a second issuer only if the second issuer serves the resource", async () => {
  const store = memoryStore();
  await saveResource(store, server(ISSUER), "a");
  const evil = server("https://evil.example", ISSUER);
  assert.ok(await ownsEndpoints(store, server(ISSUER), "b"));
  assert.ok(await ownsEndpoints(store, evil, "a"));
  assert.not(await ownsEndpoints(store, evil, "b"));
  const half = { ...evil, tokenEndpoint: "https://evil.example/token" };
  assert.not(await ownsEndpoints(store, half, "b"));
  assert.ok(await ownsEndpoints(store, server("https://evil.example"), "b"));
});

/** Returns an unsigned access token (JWT) with the given audience. */
const withAudience = (aud: unknown): string =>
  [{ alg: "none" }, { aud }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");

for (const [audience, expected] of [
  [SERVER, "resolved to 200"],
  [`${SERVER}/`, "resolved to 200"],
  ["client-1", "resolved to 200"],
  [undefined, "resolved to 200"],
  [["https://other.example", SERVER], "resolved to 200"],
  ["https://other.example", "other_audience"],
  [["https://other.example", "api"], "other_audience"],
] as const)
  test(`an access token for the audience ${JSON.stringify(audience)} is ${expected === "other_audience" ? "refused with other_audience" : "accepted"}`, async () => {
    const world = createWorld();
    const token = withAudience(audience);
    world.valid.add(token);
    intercept(world, `${ISSUER}/token`, () =>
      json({ access_token: token, token_type: "Bearer" }),
    );
    assert.is(await getReason(world.send()), expected);
  });

test("an access token whose audience is the client id is accepted", async () => {
  const id = "https://app.example/client";
  const world = createWorld({}, { credentials: { id } });
  const token = withAudience(id);
  world.valid.add(token);
  intercept(world, `${ISSUER}/token`, () =>
    json({ access_token: token, token_type: "Bearer" }),
  );
  assert.is(await getReason(world.send()), "resolved to 200");
});

for (const [left, right, expected] of [
  ["https://a.example/b", "https://A.example/b/", true],
  ["https://a.example/b", "https://a.example/c", false],
  ["a", "a", false],
  ["https://a.example", "a", false],
] as const)
  test(`isSameUrl returns ${expected} for ${left} and ${right}`, () => {
    assert.is(isSameUrl(left, right), expected);
    assert.is(isSameUrl(right, left), expected);
  });

test("a stored bearer token is sent without a DPoP proof, even if the option `dpop` is set", async () => {
  const store = memoryStore();
  await createWorld({}, { store }).send();
  const { authorize } = createWorld({}, { store, dpop: dpop() });
  const request = { server: SERVER, url: SERVER, method: "POST" } as const;
  assert.equal(await authorize.headers(request), {
    authorization: "Bearer access-1",
  });
});

for (const proofs of [false, true])
  test(`a client ${proofs ? "with" : "without"} the option \`dpop\` ${proofs ? "repeats" : "does not repeat"} a request for which the server demands a nonce`, async () => {
    const { authorize } = createWorld({}, proofs ? { dpop: dpop() } : {});
    const challenge = { error: "use_dpop_nonce", dpopNonce: "n" };
    const request = { server: SERVER, url: SERVER, headers: {} };
    assert.is(
      await authorize.challenged(challenge as never, request as never),
      proofs,
    );
  });

test.run();
