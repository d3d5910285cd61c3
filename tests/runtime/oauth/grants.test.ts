/**
 * Tests of OAuth grants that need no browser, of client assertions, and of DPoP
 * tokens.
 */
import { generateKeyPairSync } from "node:crypto";
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  importJWK,
  importSPKI,
  jwtVerify,
  type JWK,
} from "jose";
import {
  ISSUER,
  json,
  METADATA,
  getReason,
  SERVER,
  createWorld,
  type World,
} from "../../harness/oauth/world.js";
import { withVirtualClock } from "../../harness/time/virtual-clock.js";
import {
  clientCredentials,
  deviceCode,
  identityAssertion,
  jwtBearer,
  type DeviceCode,
} from "../../../runtime/oauth/client/grants.js";
import { dpop, privateKeyJwt } from "../../../runtime/oauth/client/sign.js";

const test = suite("oauth client: other grants");

const credentials = { id: "c", secret: "s" };
const servers = [SERVER];
const scoped = { resource: { scopes_supported: ["a", "b"] } };

test("the client credentials grant opens no browser and registers no client", async () => {
  const grant = clientCredentials();
  const world = createWorld(scoped, { credentials, grant, servers });
  assert.is(await world.send(), 200);
  assert.equal(world.forms, [
    { grant_type: "client_credentials", scope: "a b", resource: SERVER },
  ]);
  assert.is(world.pages.length + world.registered.length, 0);
  const unknown = createWorld(scoped, { grant, servers });
  assert.is(await getReason(unknown.send()), "no_client");
});

test("the JWT bearer grant sends the given JWT only once, even if the issuer refuses the JWT", async () => {
  const grant = jwtBearer(
    ({ issuer, resource }) => `jwt for ${issuer} ${resource}`,
  );
  const world = createWorld({}, { credentials, grant, servers });
  assert.is(await world.send(), 200);
  assert.equal(world.forms, [
    {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: `jwt for ${ISSUER} ${SERVER}`,
      resource: SERVER,
    },
  ]);
  const refuse = () => json({ error: "invalid_grant" }, 400);
  const refused = createWorld(
    { routes: { [`${ISSUER}/token`]: refuse } },
    { credentials, grant, servers },
  );
  assert.is(await getReason(refused.send()), "invalid_grant");
  assert.is(refused.forms.length, 1);
});

test("an identity assertion is exchanged at the identity provider before the JWT bearer grant", async () => {
  const provider = "https://idp.example/token";
  const type = "urn:ietf:params:oauth:token-type:";
  const made = { issued_token_type: `${type}id-jag`, access_token: "jag" };
  for (const [members, reason] of [
    [{}, "resolved to 200"],
    [{ issued_token_type: `${type}access_token` }, "invalid_answer"],
  ] as const) {
    const world: World = createWorld(
      {
        ...scoped,
        routes: { [provider]: () => json({ ...made, ...members }) },
      },
      {
        credentials,
        servers,
        grant: jwtBearer(
          identityAssertion({
            tokenEndpoint: provider,
            subjectToken: () => "id-token",
            clientId: "at-idp",
            clientSecret: "there",
            fetch: (url, init) => world.fetch(url, init),
          }),
        ),
      },
    );
    assert.is(await getReason(world.send()), reason);
    assert.equal(world.forms[0], {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: `${type}id-jag`,
      audience: ISSUER,
      resource: SERVER,
      scope: "a b",
      subject_token: "id-token",
      subject_token_type: `${type}id_token`,
      client_id: "at-idp",
      client_secret: "there",
    });
    if (reason.startsWith("resolved"))
      assert.is(world.forms[1]?.["assertion"], "jag");
  }
});

test("if a token request is aborted, the client also aborts its request to the identity provider", async () => {
  const signals: AbortSignal[] = [];
  const type = "urn:ietf:params:oauth:token-type:id-jag";
  const getAssertion = identityAssertion({
    tokenEndpoint: "https://idp.example/token",
    subjectToken: () => "id-token",
    clientId: "at-idp",
    fetch: (_url, { signal }) => {
      signals.push(signal);
      return Promise.resolve(
        json({ access_token: "jag", issued_token_type: type }),
      );
    },
  });
  const stop = new AbortController();
  const request = { issuer: ISSUER, scopes: [], server: SERVER };
  const permit = { resource: SERVER };
  await getAssertion({ ...request, permit, signal: stop.signal } as never);
  stop.abort();
  assert.equal(
    signals.map(({ aborted }) => aborted),
    [true],
  );
});

test("with the device grant, the client polls the token endpoint until the user has entered the code", async () => {
  const shown: DeviceCode[] = [];
  const answers = ["authorization_pending"];
  const world: World = createWorld(
    {
      metadata: { device_authorization_endpoint: `${ISSUER}/device` },
      routes: {
        [`${ISSUER}/device`]: () =>
          json({
            device_code: "d",
            user_code: "U-1",
            verification_uri: `${ISSUER}/activate`,
            interval: 0.01,
            expires_in: 60,
          }),
        [`${ISSUER}/token`]: () => {
          const error = answers.shift();
          if (error !== undefined) return json({ error }, 400);
          world.valid.add("t");
          return json({ access_token: "t", token_type: "Bearer" });
        },
      },
    },
    { grant: deviceCode((code) => void shown.push(code)) },
  );
  assert.is(await world.send(), 200);
  const { signal, ...said } = shown[0] ?? {};
  assert.not(signal?.aborted);
  assert.equal(said, {
    userCode: "U-1",
    verificationUri: `${ISSUER}/activate`,
    verificationUriComplete: undefined,
    server: SERVER,
  });
  assert.equal(world.registered[0]?.["grant_types"], [
    "urn:ietf:params:oauth:grant-type:device_code",
    "refresh_token",
  ]);
  assert.is(world.forms.at(-1)?.["device_code"], "d");
  // The grant waits between polls. After each wait, its abort listener must be
  // removed from the signal.
  assert.ok(signal && getEventListeners(signal, "abort").length <= 1);
});

test("with the device grant, the client polls at most once a second and at most half an hour", async () => {
  await withVirtualClock(async (clock) => {
    const world = createWorld(
      {
        metadata: { device_authorization_endpoint: `${ISSUER}/device` },
        routes: {
          [`${ISSUER}/device`]: () =>
            json({
              device_code: "d",
              user_code: "U",
              verification_uri: `${ISSUER}/activate`,
              interval: 1e-9,
              expires_in: 1e308,
            }),
          [`${ISSUER}/token`]: () =>
            json({ error: "authorization_pending" }, 400),
        },
      },
      { grant: deviceCode(() => {}) },
    );
    let reason = "";
    void getReason(world.send()).then((end) => (reason = end));
    await clock.run(() => reason !== "", 7_200_000);
    assert.is(reason, "expired_token");
    const polls = world.log.filter((entry) => entry.endsWith("/token"));
    assert.is(polls.length, 1_800);
  });
});

test("the device grant fails with the reason no_metadata if the issuer has no device authorization endpoint", async () => {
  const world = createWorld({}, { grant: deviceCode(() => {}) });
  assert.is(await getReason(world.send()), "no_metadata");
});

for (const [problem, members, reason] of [
  [
    "a verification URI with the scheme javascript",
    { verification_uri: "javascript:a" },
    "unsafe_address",
  ],
  [
    "a response without a user code",
    { user_code: undefined },
    "invalid_answer",
  ],
  ["a code that expires", { expires_in: 0.02 }, "expired_token"],
  [
    "a code that expires before the first poll",
    { expires_in: 0.02, interval: 1e10 },
    "expired_token",
  ],
  ["a negative interval", { expires_in: 0.02, interval: -1 }, "expired_token"],
] as const)
  test(`the device grant with ${problem} fails with the reason ${reason}`, async () => {
    const world = createWorld(
      {
        metadata: { device_authorization_endpoint: `${ISSUER}/device` },
        routes: {
          [`${ISSUER}/device`]: () =>
            json({
              device_code: "d",
              user_code: "U",
              verification_uri: `${ISSUER}/activate`,
              interval: 0.01,
              ...members,
            }),
          [`${ISSUER}/token`]: () =>
            json({ error: "authorization_pending" }, 400),
        },
      },
      { grant: deviceCode(() => {}) },
    );
    assert.is(await getReason(world.send()), reason);
    const polls = world.log.filter((entry) => entry === `POST ${ISSUER}/token`);
    assert.ok(polls.length <= 3, `the client polled ${polls.length} times`);
  });

for (const [algorithm, type, options] of [
  ["ES256", "ec", { namedCurve: "P-256" }],
  ["ES384", "ec", { namedCurve: "P-384" }],
  ["RS256", "rsa", { modulusLength: 2048 }],
  ["PS256", "rsa", { modulusLength: 2048 }],
  ["EdDSA", "ed25519", {}],
] as const)
  test(`privateKeyJwt() signs an assertion with ${algorithm} that jose verifies`, async () => {
    const pair = generateKeyPairSync(type as "ec", {
      ...(options as { namedCurve: string }),
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const assertion = privateKeyJwt(pair.privateKey, { algorithm, keyId: "k" });
    const key = await importSPKI(pair.publicKey, algorithm);
    const seen = new Set<unknown>();
    for (let n = 0; n < 2; n += 1) {
      const { payload, protectedHeader } = await jwtVerify(
        await assertion("c", ISSUER),
        key,
        { issuer: "c", subject: "c", audience: ISSUER, maxTokenAge: 60 },
      );
      assert.is(protectedHeader.kid, "k");
      assert.ok((payload.exp ?? 0) - (payload.iat ?? 0) <= 60);
      seen.add(payload.jti);
    }
    assert.is(seen.size, 2);
  });

test("privateKeyJwt() throws for an unsupported algorithm", () => {
  for (const algorithm of ["none", "HS256", "toString"])
    assert.throws(() => privateKeyJwt("", { algorithm }), /is not supported/);
});

test("a request is repeated once with the DPoP nonce that the server requires", async () => {
  const proofs: {
    readonly at: string;
    readonly proof: string;
    readonly shown: string;
  }[] = [];
  const take = (at: string, headers: { readonly [name: string]: string }) => {
    const { dpop: proof = "", authorization: shown = "" } = headers;
    proofs.push({ at, proof, shown });
    return proof;
  };
  const nonceIn = async (proof: string): Promise<unknown> => {
    const { jwk } = decodeProtectedHeader(proof) as { jwk: JWK };
    return (await jwtVerify(proof, await importJWK(jwk, "ES256"))).payload[
      "nonce"
    ];
  };
  const world: World = createWorld(
    {
      routes: {
        [`${ISSUER}/token`]: async (_form, headers) =>
          (await nonceIn(take("token", headers))) === "n1"
            ? json({ access_token: "bound", token_type: "DPoP" })
            : json({ error: "use_dpop_nonce" }, 400, { "dpop-nonce": "n1" }),
        [SERVER]: async (_form, headers) => {
          const proof = take("server", headers);
          if (!headers["authorization"])
            return new Response("", {
              status: 401,
              headers: {
                "www-authenticate": `DPoP resource_metadata="${METADATA}"`,
              },
            });
          return (await nonceIn(proof)) === "n2"
            ? json({})
            : new Response("", {
                status: 401,
                headers: {
                  "www-authenticate": 'DPoP error="use_dpop_nonce"',
                  "dpop-nonce": "n2",
                },
              });
        },
      },
    },
    { dpop: dpop() },
  );
  assert.is(await world.send(), 200);
  assert.is(await world.send(), 200);
  assert.equal(
    proofs.map(({ at, shown }) => `${at} ${shown}`.trim()),
    [
      "server",
      "token",
      "token",
      "server DPoP bound",
      "server DPoP bound",
      "server DPoP bound",
    ],
  );
  const keys = new Set<string>();
  const ids = new Set<unknown>();
  for (const { at, proof } of proofs.slice(1)) {
    const { jwk, typ, alg } = decodeProtectedHeader(proof) as {
      jwk: JWK;
      typ: string;
      alg: string;
    };
    assert.equal([typ, alg, jwk.d], ["dpop+jwt", "ES256", undefined]);
    keys.add(await calculateJwkThumbprint(jwk));
    const { payload } = await jwtVerify(proof, await importJWK(jwk, alg), {
      maxTokenAge: 10,
    });
    ids.add(payload.jti);
    assert.is(payload["htm"], "POST");
    assert.is(payload["htu"], at === "token" ? `${ISSUER}/token` : SERVER);
    // RFC 9449, 4.2: a proof that is sent together with the token has the
    // member `ath`, the SHA-256 of the token.
    assert.is(payload["ath"] !== undefined, at === "server");
  }
  assert.is(keys.size, 1);
  assert.is(ids.size, 5);
});

test("each of several concurrent requests is repeated with the required DPoP nonce", async () => {
  const world: World = createWorld(
    {
      routes: {
        [`${ISSUER}/token`]: () =>
          json({ access_token: "bound", token_type: "DPoP" }),
        [SERVER]: (_form, { dpop: proof = "..", authorization }) => {
          const [, payload = ""] = proof.split(".");
          const claims = Buffer.from(payload, "base64url").toString();
          if (authorization && claims.includes('"nonce":"n"')) return json({});
          const says = authorization
            ? 'DPoP error="use_dpop_nonce"'
            : `DPoP resource_metadata="${METADATA}"`;
          const headers = { "www-authenticate": says, "dpop-nonce": "n" };
          return new Response("", { status: 401, headers });
        },
      },
    },
    { dpop: dpop() },
  );
  await world.authorize.signIn(SERVER);
  const sent = Array.from({ length: 5 }, () => world.send());
  assert.equal(await Promise.all(sent), [200, 200, 200, 200, 200]);
});

test("a token request fails if the second attempt, with the required DPoP nonce, is refused too", async () => {
  const world = createWorld(
    {
      routes: {
        [`${ISSUER}/token`]: () =>
          json({ error: "use_dpop_nonce" }, 400, { "dpop-nonce": "n" }),
      },
    },
    { dpop: dpop() },
  );
  assert.is(await getReason(world.send()), "use_dpop_nonce");
  assert.is(world.forms.length, 2);
});

test.run();
