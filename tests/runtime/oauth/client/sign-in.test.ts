/**
 * Tests of the sign-in of a client: discovery, registration, browser and token.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ISSUER,
  json,
  METADATA,
  getReason,
  REDIRECT,
  SERVER,
  createWorld,
  type Changes,
} from "../../../harness/oauth/world.js";
import { memoryStore } from "../../../../runtime/oauth/client/stores/store.js";
import { requireSafeUrl } from "../../../../runtime/oauth/web.js";
import type { OAuthOptions } from "../../../../runtime/oauth/client/options.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("oauth client: sign-in");

const pause = (time: number) =>
  new Promise((resolve) => setTimeout(resolve, time));

const SERVER_METADATA = `${ISSUER}/.well-known/oauth-authorization-server`;

/** Private hosts, to which the metadata of a public server must not refer. */
const PRIVATE_HOSTS =
  "localhost. a.localhost a.localhost. 127.0.0.1. 127.9.9.9 2130706433 0x7f.1 " +
  "0.0.0.0 10.1.1.1 172.16.0.1 172.31.1.1 192.168.1.1 169.254.169.254 100.64.0.1 " +
  "192.0.0.192 198.18.0.1 224.0.0.1 255.255.255.255 [::] [::1] [::ffff:10.0.0.1] " +
  "[::127.0.0.1] [fd00::1] [fc00::1] [fe80::1] [fec0::1] [ff02::1] " +
  "[64:ff9b::a00:1] [2002:a00:1::]";

test("requireSafeUrl() refuses URLs of private hosts if a public server sends them", () => {
  for (const host of PRIVATE_HOSTS.split(" "))
    assert.throws(
      () => requireSafeUrl(`https://${host}/`, SERVER, "It"),
      "not an address of a private network",
      host,
    );
  assert.throws(
    () => requireSafeUrl("http://a.example/", SERVER, "It"),
    "the URL must be https (http only for localhost)",
  );
  for (const host of ["172.32.0.1", "100.128.0.1", "11.0.0.1", "[2001:db8::1]"])
    assert.is(requireSafeUrl(`https://${host}/`, SERVER, "It").hostname, host);
  const own = "http://localhost:1/mcp";
  assert.is(requireSafeUrl("http://127.0.0.1:2/", own, "It").port, "2");
  for (const host of ["10.0.0.1", "localhost.example", "127.0.0.1.example"])
    assert.throws(() => requireSafeUrl(`http://${host}/`, own, "It"), "https");
});

test("requireSafeUrl() refuses URLs with control characters, direction marks or spaces", () => {
  for (const url of [
    `${ISSUER}/\u001b[31m`,
    `${ISSUER}/\u202e`,
    ` ${ISSUER}`,
    "https://auth.ex\nample",
  ])
    assert.throws(() => requireSafeUrl(url, SERVER, "It"), "It is https:");
});

requirement(`
  41f6358bd2d7 46f5a4b48b2d 5232a9356652 76fa912b672e 49f7d4aeae55
  0f2a253508d7 399ef56428e9 e50bbce98731 ab22ac6139c8 b826fa6a94b5
  b2f9a3fe7b5e e228c56a575c 3f8802cc031b 2347ca766e9b 3f88bf9a116c
  014f81e32876 71ede8b2416a 4da6104bf80f ff481a49f2fb 6058159e0afd
  173ca4843131 fcaaa0558411 3bbecd04395b 5a1a7c9f70f2 c188a128d02d
  32cbdc3cb4b4 2bb60f6746cf 79d7771a6e1b 66074714adc8 b344fdbb1dad
  2841ff83506f 4417122e1d70 36e56daef182 866cac29fc74 6b07aa6ddce3
`);
test("a sign-in sends the expected discovery, registration, authorization and token requests", async () => {
  const world = createWorld({}, { clientName: "Ann's client" });
  assert.is(await world.send(), 200);
  assert.equal(world.log, [
    `POST ${SERVER}`,
    `GET ${METADATA}`,
    `GET ${SERVER_METADATA}`,
    `POST ${ISSUER}/register`,
    `POST ${ISSUER}/token`,
    `POST ${SERVER}`,
  ]);
  assert.equal(world.registered, [
    {
      client_name: "Ann's client",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "web",
    },
  ]);
  const { state, code_challenge, ...page } = Object.fromEntries(
    world.pages[0]?.searchParams ?? [],
  );
  assert.match(state ?? "", /^[\w-]{43}$/);
  assert.match(code_challenge ?? "", /^[\w-]{43}$/);
  assert.equal(page, {
    response_type: "code",
    client_id: "client-1",
    redirect_uri: REDIRECT,
    code_challenge_method: "S256",
    resource: SERVER,
  });
  const { code_verifier, ...form } = world.forms[0] ?? {};
  assert.match(code_verifier ?? "", /^[\w-]{43}$/);
  assert.is.not(code_verifier, state);
  assert.equal(form, {
    grant_type: "authorization_code",
    code: "code-1",
    redirect_uri: REDIRECT,
    resource: SERVER,
    client_id: "client-1",
  });
  // The next request uses the stored token, so it causes only one more HTTP
  // request.
  assert.is(await world.send(), 200);
  assert.is(world.log.length, 7);
});

test("the client registers the grant type refresh_token unless the issuer supports only other grant types", async () => {
  const code = "authorization_code";
  for (const [listed, registered] of [
    [undefined, [code, "refresh_token"]],
    [
      [code, "refresh_token"],
      [code, "refresh_token"],
    ],
    [[code, "implicit"], [code]],
  ]) {
    const world = createWorld({ metadata: { grant_types_supported: listed } });
    assert.is(await world.send(), 200);
    assert.equal(world.registered[0]?.["grant_types"], registered);
  }
});

/**
 * Issuers, each with the URLs from which the client requests the issuer's
 * metadata, in order.
 */
const METADATA_URLS: readonly (readonly [
  issuer: string,
  ...places: string[],
])[] = [
  [
    "https://a.example",
    "https://a.example/.well-known/oauth-authorization-server",
    "https://a.example/.well-known/openid-configuration",
  ],
  [
    "https://a.example/tenant",
    "https://a.example/.well-known/oauth-authorization-server/tenant",
    "https://a.example/.well-known/openid-configuration/tenant",
    "https://a.example/tenant/.well-known/openid-configuration",
  ],
];
requirement(`
  029d98efef88 79c815aaef62 40b04a54d1d6 4b9f6e882ad7 934260e1d519
  266425fd73e2 8f4a13339f91 03cb520e7627 fb5f7f7a8af9 46c50d51af8e
  cb6834673c44 abe7a5fd5279
`);
for (const [issuer, ...places] of METADATA_URLS)
  test(`the client tries ${places.length} metadata URLs for the issuer ${issuer} in order`, async () => {
    for (const [index, place] of places.entries()) {
      const world = createWorld({
        resource: { authorization_servers: [issuer] },
        routes: {
          [place]: () =>
            json({
              issuer,
              authorization_endpoint: `${ISSUER}/authorize`,
              token_endpoint: `${ISSUER}/token`,
              registration_endpoint: `${ISSUER}/register`,
              code_challenge_methods_supported: ["S256"],
            }),
        },
      });
      assert.is(await world.send(), 200);
      const asked = world.log.filter((entry) => entry.includes("a.example"));
      const expected = places.slice(0, index + 1).map((url) => `GET ${url}`);
      assert.equal(asked, expected);
    }
  });

requirement(`
  49f7d4aeae55 ab22ac6139c8 b826fa6a94b5 b2f9a3fe7b5e 71ede8b2416a
  6058159e0afd 3bbecd04395b 32cbdc3cb4b4 2bb60f6746cf 79d7771a6e1b
`);
test("after a challenge without a metadata URL, the client derives this URL from the server's URL", async () => {
  const root = "https://mcp.example/.well-known/oauth-protected-resource";
  for (const [place, count, resource] of [
    [METADATA, 1, `${SERVER}/`],
    [root, 2, "https://mcp.example"],
  ] as const) {
    const found = () => json({ resource, authorization_servers: [ISSUER] });
    const gone = (): Response => new Response("", { status: 404 });
    const world = createWorld({
      challenge: "Bearer",
      routes: { [METADATA]: gone, [place]: found },
    });
    assert.is(await world.send(), 200);
    const looked = world.log.slice(1, 1 + count);
    assert.equal(
      looked,
      [METADATA, root].slice(0, count).map((url) => `GET ${url}`),
    );
    // The resource parameter must be spelled exactly like the resource in the
    // metadata.
    assert.is(world.forms[0]?.["resource"], resource);
  }
});

requirement("3acdd52d9a61 885fa5427e77");
test("the client sends the `resource` URL of the metadata unchanged to the issuer", async () => {
  const resource = "HTTPS://MCP.example/mcp";
  const world = createWorld({ resource: { resource } });
  assert.is(await world.send(), 200);
  assert.is(world.forms[0]?.["resource"], resource);
});

requirement(`
  79c815aaef62 3b76ad284f5f 6fc1d5c62c4e 874ebf9892ba 820b19e4c077
`);
test("for a server without metadata, the client uses the default paths of 2025-03-26", async () => {
  const own = "https://mcp.example";
  const world = createWorld({
    challenge: "Bearer",
    routes: {
      [METADATA]: () => new Response("", { status: 404 }),
      [`${own}/register`]: () => json({ client_id: "c" }, 201),
      [`${own}/token`]: () => json({ access_token: "t", token_type: "bearer" }),
    },
  });
  assert.is(await world.send(), 401);
  assert.is(world.pages[0]?.origin, own);
  assert.is(world.pages[0]?.pathname, "/authorize");
  // After a server error, the client must not assume that the server has no
  // metadata, so the sign-in fails.
  const broken = createWorld({
    challenge: "Bearer",
    routes: { [METADATA]: () => new Response("", { status: 503 }) },
  });
  assert.is(await getReason(broken.send()), "unreachable");
  assert.is(broken.pages.length, 0);
});

const html = (): Response =>
  new Response("<html>", { headers: { "content-type": "text/html" } });
const at = (url: string, route: () => Response): Changes => ({
  routes: { [url]: route },
});
const redirect = (to: string) => (): Response =>
  new Response("", { status: 307, headers: { location: to } });
const answer = (status: number) => (): Response => new Response("", { status });
const tokenWith = (members: object): Changes =>
  at(`${ISSUER}/token`, () =>
    json({ access_token: "t", token_type: "Bearer", ...members }),
  );

/**
 * Returns a simulated browser that returns the redirect URL `url` with the
 * correct state.
 */
const comeBackAt = (url: string) => (page: string) => {
  const state = new URL(page).searchParams.get("state");
  return `${url}?code=a&state=${state}`;
};

/**
 * Conditions that stop a sign-in, grouped by the reason of the expected error.
 */
const STOPS: {
  readonly [reason: string]: {
    readonly [condition: string]: Changes & { readonly options?: OAuthOptions };
  };
} = {
  other_resource: {
    "a resource of another server": {
      resource: { resource: "https://evil.example/mcp" },
    },
    "a resource with another path": {
      resource: { resource: "https://mcp.example/mc" },
    },
    "a resource with a fragment": { resource: { resource: `${SERVER}#a` } },
    "a resource that is not a URL": { resource: { resource: 5 } },
  },
  no_server: {
    "no authorization server": { resource: { authorization_servers: [] } },
    "an authorization server that is not a string": {
      resource: { authorization_servers: [5] },
    },
  },
  other_issuer: {
    "metadata of another issuer": { metadata: { issuer: `${ISSUER}/` } },
  },
  unsafe_address: {
    "an issuer without TLS": {
      resource: { authorization_servers: ["http://auth.example"] },
    },
    "an issuer on this machine": {
      resource: { authorization_servers: ["https://127.0.0.1"] },
    },
    "an issuer in a private network": {
      resource: { authorization_servers: ["https://192.168.0.1"] },
    },
    "a metadata URL in a private network": {
      challenge: 'Bearer resource_metadata="https://169.254.169.254/a"',
    },
    "a metadata URL with a password": {
      challenge: 'Bearer resource_metadata="https://u:p@mcp.example/a"',
    },
    "an authorization endpoint with the scheme javascript": {
      metadata: { authorization_endpoint: "javascript:alert(1)" },
    },
    "a token endpoint without TLS": {
      metadata: { token_endpoint: "http://auth.example/token" },
    },
  },
  no_metadata: {
    "no token endpoint": { metadata: { token_endpoint: undefined } },
    "no authorization endpoint": {
      metadata: { authorization_endpoint: undefined },
    },
    "metadata that is HTML": at(METADATA, html),
  },
  no_pkce: {
    "an issuer without PKCE": {
      metadata: { code_challenge_methods_supported: undefined },
    },
    "an issuer with plain PKCE only": {
      metadata: { code_challenge_methods_supported: ["plain"] },
    },
  },
  unreachable: {
    "metadata that redirects to another origin": at(
      METADATA,
      redirect("https://evil.example/a"),
    ),
    "metadata that redirects to itself": at(METADATA, redirect(METADATA)),
    "metadata of 10 MB": at(METADATA, () =>
      json({ resource: "x".repeat(10_000_000) }),
    ),
    "an issuer that answers 500": at(SERVER_METADATA, answer(500)),
    "an issuer that answers 429": at(SERVER_METADATA, answer(429)),
  },
  no_client: {
    "no registration and no credentials": {
      metadata: { registration_endpoint: undefined },
    },
    "credentials of another issuer": {
      metadata: { registration_endpoint: undefined },
      options: { credentials: { id: "c", issuer: "https://other.example" } },
    },
  },
  invalid_redirect_uri: {
    "a registration that is refused": at(`${ISSUER}/register`, () =>
      json({ error: "invalid_redirect_uri" }, 400),
    ),
  },
  wrong_answer: {
    "an authorization response with another state": { answer: { state: "x" } },
    "an authorization response without a code": { answer: { code: undefined } },
    "an authorization response of another issuer": {
      answer: { iss: `${ISSUER}/` },
    },
    "an authorization response without the announced issuer": {
      metadata: { authorization_response_iss_parameter_supported: true },
    },
    "an error response of another issuer": {
      answer: { error: "access_denied", iss: "https://evil.example" },
    },
    "an authorization response at another path": {
      options: { open: comeBackAt("https://app.example/other") },
    },
    "an authorization response at another origin": {
      options: { open: comeBackAt("https://evil.example/back") },
    },
    "an error response with two errors": {
      options: {
        open: (page) =>
          `${comeBackAt("https://app.example/back")(page)}&error=a&error=b`,
      },
    },
    "an authorization response that is not a URL": {
      options: { open: () => "code" },
    },
  },
  access_denied: {
    "a user who refuses": { answer: { error: "access_denied" } },
  },
  no_user: { "no open option": { options: { open: undefined } } },
  no_answer: {
    "no redirect to the client": { options: { open: () => {} } },
  },
  invalid_answer: {
    "a registration without an id": at(`${ISSUER}/register`, () =>
      json({}, 201),
    ),
    "a token endpoint that answers 500": at(`${ISSUER}/token`, answer(500)),
    "a token endpoint that answers HTML": at(`${ISSUER}/token`, html),
    "a token of an unknown type": tokenWith({ token_type: "mac" }),
    "a token without a type": tokenWith({ token_type: undefined }),
    "a DPoP token without a key": tokenWith({ token_type: "DPoP" }),
    "a token with a line break": tokenWith({ access_token: "a\r\nb: c" }),
  },
  invalid_grant: { "a code that was used": { answer: { code: "stolen" } } },
};
requirement(`
  aad4f9579906 4da6104bf80f c3e7148a0790 3c35f531f6e9 8473523430da
  0ea1733d93a9 cde6451b6895 41f6db533c58 d57f62c51040 a170b9722052
  b5837479b3bc ddbf744f0305 5e21e4045950 0ff7ab72071d acbc8b9ed3dc
  0eba3ef4db35 04e9ab2dd758 9020e43091ce b6f63f09e89f 4417122e1d70
  a3294f78ccd0 bc7ae2edbd84 4bcdcbefd542 031f82020f83 6fa457d90d03
`);
for (const [reason, conditions] of Object.entries(STOPS))
  for (const [condition, { options, ...changes }] of Object.entries(conditions))
    test(`a sign-in with ${condition} fails with the reason ${reason}`, async () => {
      const world = createWorld(changes, options);
      assert.is(await getReason(world.send()), reason);
      const sent = world.log.filter((entry) => entry === `POST ${SERVER}`);
      assert.is(sent.length, 1);
    });

requirement("0ff7ab72071d acbc8b9ed3dc");
/**
 * RFC 9207: the client compares `iss` exactly. It refuses a response without
 * `iss` if the issuer's metadata announces that responses contain `iss`.
 */
test("an authorization response with the correct iss is accepted, even if the issuer did not announce iss", async () => {
  for (const saysIssuer of [true, false]) {
    const metadata = {
      authorization_response_iss_parameter_supported: saysIssuer,
    };
    const world = createWorld({ metadata, answer: { iss: ISSUER } });
    assert.is(await world.send(), 200);
  }
});

/**
 * Authentication methods that the issuer supports, with the parameters that the
 * client then sends.
 */
const METHODS: readonly (readonly [
  what: string,
  methods: readonly string[] | undefined,
  OAuthOptions,
  sent: object,
])[] = [
  [
    "a secret as Basic authorization by default",
    undefined,
    { credentials: { id: "a b", secret: "s:é" } },
    { authorization: `Basic ${btoa("a+b:s%3A%C3%A9")}` },
  ],
  [
    "a secret in the form for client_secret_post",
    ["client_secret_post"],
    { credentials: { id: "c", secret: "s" } },
    { client_id: "c", client_secret: "s" },
  ],
  [
    "the id in the form without a secret",
    undefined,
    { credentials: { id: "c" } },
    { client_id: "c" },
  ],
  [
    "the URL of its metadata document as id",
    ["none"],
    { clientMetadataUrl: "https://app.example/c.json" },
    { client_id: "https://app.example/c.json" },
  ],
  [
    "a signed assertion for private_key_jwt",
    ["private_key_jwt"],
    {
      credentials: {
        id: "c",
        assertion: async (id, issuer) => `${id} for ${issuer}`,
      },
    },
    {
      client_id: "c",
      client_assertion: `c for ${ISSUER}`,
      client_assertion_type:
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    },
  ],
];
requirement("41f6358bd2d7 77fdec8177c0 6dbf21e56ad5");
for (const [what, methods, options, sent] of METHODS)
  test(`to authenticate at the token endpoint, the client sends ${what}`, async () => {
    const metadata = {
      token_endpoint_auth_methods_supported: methods,
      client_id_metadata_document_supported: true,
      registration_endpoint: undefined,
    };
    let shown: object = {};
    const world = createWorld(
      {
        metadata,
        routes: {
          [`${ISSUER}/token`]: (form, { authorization }) => {
            const own = [...form].filter(([name]) =>
              name.startsWith("client_"),
            );
            shown = {
              ...Object.fromEntries(own),
              ...(authorization && { authorization }),
            };
            return json({ access_token: "t", token_type: "Bearer" });
          },
        },
      },
      options,
    );
    await world.send();
    assert.equal(shown, sent);
  });

requirement(`
  84bb3a3b1159 4899c7351e72 94e5c4a8dd6f 0eb0299e859e b1f4f819d3e9
  e5d540c63fd9
`);
test("oauth() throws for a clientMetadataUrl without https or without a path", () => {
  for (const clientMetadataUrl of [
    "http://app.example/c.json",
    "https://app.example",
    "https://app.example/",
  ])
    assert.throws(() => createWorld({}, { clientMetadataUrl }), TypeError);
});

requirement(`
  cd2c4c5a98f4 82edd3999ee5 23d913e42526 84bb3a3b1159 8b90ed89e239
  a8cf14270f5b ab6f789ec07e 0eb0299e859e f43e9dee2da1 070b5e3a91a5
  5e21e4045950
`);
test("the client prefers configured credentials to `clientMetadataUrl`", async () => {
  const clientMetadataUrl = "https://app.example/c.json";
  const credentials = { id: "given" };
  for (const [takes, options, id] of [
    [true, { credentials, clientMetadataUrl }, "given"],
    [true, { clientMetadataUrl }, clientMetadataUrl],
    [false, { clientMetadataUrl }, "client-1"],
  ] as const) {
    const metadata = { client_id_metadata_document_supported: takes };
    const world = createWorld({ metadata }, options);
    assert.is(await world.send(), 200);
    assert.is(world.pages[0]?.searchParams.get("client_id"), id);
  }
});

test("a client registration uses an authentication method that the issuer supports", async () => {
  for (const [methods, method] of [
    [["client_secret_jwt", "client_secret_basic"], "client_secret_basic"],
    [["none", "client_secret_basic"], "none"],
    [["client_secret_post"], "client_secret_post"],
    [["private_key_jwt", "client_secret_basic"], "client_secret_basic"],
  ] as const) {
    const metadata = { token_endpoint_auth_methods_supported: methods };
    const world = createWorld({ metadata });
    assert.is(await world.send(), 200);
    assert.is(world.registered[0]?.["token_endpoint_auth_method"], method);
    world.valid.clear();
    world.refreshable.clear();
    assert.is(await world.send(), 200);
    assert.is(world.registered.length, 1);
  }
});

requirement(`
  5bac7ce90760 808b3f41605d b5837479b3bc 05b65d598f19 918500f00d82
`);
test("the client does not send tokens of one issuer to a second issuer", async () => {
  const other = "https://other.example";
  const world = createWorld();
  assert.is(await world.send(), 200);
  const moved = createWorld({
    metadata: { issuer: other, token_endpoint: `${other}/token` },
  });
  Object.assign(world.routes, {
    [METADATA]: () =>
      json({ resource: SERVER, authorization_servers: [other] }),
    [`${other}/.well-known/oauth-authorization-server`]:
      moved.routes[SERVER_METADATA],
    [`${other}/token`]: world.routes[`${ISSUER}/token`],
  });
  world.valid.clear();
  assert.is(await world.send(), 200);
  assert.is(world.registered.length, 2);
  // Neither token request contains the refresh token of the first issuer.
  assert.equal(
    world.forms.map((form) => [form["grant_type"], form["client_id"]]),
    [
      ["authorization_code", "client-1"],
      ["authorization_code", "client-2"],
    ],
  );
});

test("credentials configured without an issuer are sent only to the issuer of the first sign-in", async () => {
  const store = memoryStore();
  const credentials = { id: "c", secret: "s" };
  const other = "https://other.example";
  assert.is(await createWorld({}, { store, credentials }).send(), 200);
  const evil = createWorld(
    {
      resource: { authorization_servers: [other] },
      routes: {
        [`${other}/.well-known/oauth-authorization-server`]: () =>
          json({
            issuer: other,
            authorization_endpoint: `${other}/authorize`,
            token_endpoint: `${other}/token`,
            code_challenge_methods_supported: ["S256"],
          }),
      },
    },
    { store, credentials },
  );
  assert.is(await getReason(evil.send()), "no_client");
  assert.is(evil.forms.length + evil.pages.length, 0);
  const again = createWorld({}, { store, credentials });
  again.valid.clear();
  assert.is(await again.send(), 200);
});

test("an invalid client registration in the store is replaced by a new registration", async () => {
  for (const text of ["s3cret", "{}", "null"]) {
    const store = memoryStore();
    await store.swap(`client of ${ISSUER}`, undefined, text);
    const world = createWorld({}, { store });
    assert.is(await world.send(), 200);
    assert.is(world.registered.length, 1);
  }
});

test("a request rejects if the `open` callback throws", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  for (const open of [
    () => {
      throw new Error("no browser");
    },
    () => Promise.reject(new Error("no browser")),
  ]) {
    const world = createWorld({}, { signInTimeout: 30, open });
    assert.is(await getReason(world.send()), "no browser");
  }
  await pause(80);
  process.off("unhandledRejection", note);
  assert.equal(unhandled, []);
});

test("if a server lists several issuers, the client chooses the one with configured credentials", async () => {
  const resource = { authorization_servers: ["https://first.example", ISSUER] };
  const other = { id: "other", issuer: "https://other.example" };
  const credentials = [other, { id: "c", issuer: ISSUER }];
  const world = createWorld({ resource }, { credentials });
  assert.is(await world.send(), 200);
  assert.is(world.pages[0]?.searchParams.get("client_id"), "c");
});

requirement(`
  03fa002cd862 b55db2c64e90 fb23b1c9f948 9020e43091ce b6f63f09e89f
  1d3c016d5a8b
`);
test("OAuth errors contain no token, code, verifier or secret", async () => {
  for (const { options, ...changes } of Object.values(STOPS).flatMap(
    (conditions) => Object.values(conditions),
  )) {
    const secret = "s3cret";
    const world = createWorld(
      { ...changes, answer: { code: "c0de", ...changes.answer } },
      {
        ...(changes.metadata || options
          ? {}
          : { credentials: { id: "c", secret } }),
        ...options,
      },
    );
    const error = await world.send().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    assert.instance(error, Error);
    const said = `${error?.stack} ${JSON.stringify(error)} ${String(world.authorize)}`;
    const verifier = world.forms[0]?.["code_verifier"];
    for (const value of [secret, "c0de", verifier, "access-1", "refresh-1"])
      if (value !== undefined) assert.not.match(said, value);
  }
});

test.run();
