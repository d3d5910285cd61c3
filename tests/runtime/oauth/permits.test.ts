/**
 * Tests of the rules that decide which authorization server's tokens the client
 * sends to an MCP server. In each test, one MCP server is honest, and the other
 * may be malicious.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  addServer,
  createWorld,
  getReason,
  intercept,
  ISSUER,
  json,
  METADATA,
  SERVER,
  type Changes,
  type World,
} from "../../harness/oauth/world.js";
import { ROOT } from "../../harness/program/cli.js";
import {
  clientCredentials,
  deviceCode,
  identityAssertion,
  jwtBearer,
} from "../../../runtime/oauth/client/grants.js";
import { oauth } from "../../../runtime/oauth/client/oauth.js";
import { requestTokens } from "../../../runtime/oauth/client/token.js";
import { memoryStore } from "../../../runtime/oauth/client/stores/store.js";
import type {
  Grant,
  OAuthOptions,
} from "../../../runtime/oauth/client/options.js";
import type {
  ConsentRequest,
  TokenPermit,
} from "../../../runtime/oauth/client/permit/permit.js";

const test = suite("oauth client: permits");

const OTHER = "https://other.example/mcp";
const EVIL_ISSUER = "https://evil-issuer.example";

/** Returns the parameter `resource` of each token request. */
const getResources = ({ forms }: World): (string | undefined)[] =>
  forms.map((form) => form["resource"]);

/** Signs in to the honest server, then sends a request to the other server. */
async function visitBoth(
  options: OAuthOptions,
  changes: Changes = {},
  metadata: object = {},
) {
  const world = createWorld(changes, options);
  const send = addServer(world, OTHER, metadata);
  assert.is(await world.send(), 200);
  return { world, outcome: await getReason(send()), send };
}

const asked: ConsentRequest[] = [];
const consent = (answer: boolean) => (request: ConsentRequest) => {
  asked.push(request);
  return answer;
};

for (const [what, options, changes, outcome, questions] of [
  ["without a consent callback", {}, {}, "no_consent", 0],
  [
    "if the user refuses",
    { consent: consent(false) },
    {},
    "resolved to 401",
    1,
  ],
  ["if the user agrees", { consent: consent(true) }, {}, "resolved to 200", 1],
  [
    "if the issuer lists the resource",
    { consent: consent(false) },
    { metadata: { protected_resources: [SERVER, OTHER] } },
    "resolved to 200",
    0,
  ],
  [
    "if the issuer lists only the first resource",
    {},
    { metadata: { protected_resources: [SERVER] } },
    "no_consent",
    0,
  ],
  [
    "if the program allows both servers",
    { servers: [SERVER, `${OTHER}/?key=1`] },
    {},
    "resolved to 200",
    0,
  ],
  [
    "if the program allows only the first server",
    { servers: [{ url: SERVER }], consent: consent(true) },
    {},
    "other_server",
    0,
  ],
] as const)
  test(`a second server with the same issuer gets ${outcome === "resolved to 200" ? "a" : "no"} token ${what}`, async () => {
    asked.length = 0;
    const { world, outcome: actual } = await visitBoth(options, changes);
    assert.is(actual, outcome);
    assert.is(world.pages.length, 1);
    const isPermitted = outcome === "resolved to 200";
    assert.equal(getResources(world), isPermitted ? [SERVER, OTHER] : [SERVER]);
    const question = { server: OTHER, name: undefined, issuer: ISSUER };
    assert.equal(
      asked,
      questions > 0 ? [{ ...question, resource: OTHER }] : [],
    );
  });

test("a user's consent for one server of an issuer does not apply to another server", async () => {
  const store = memoryStore();
  await visitBoth({ store, consent: consent(true) });
  asked.length = 0;
  const later = createWorld({}, { store, consent: consent(false) });
  assert.is(await addServer(later, OTHER)(), 200);
  assert.equal(asked, []);
  const third = addServer(later, "https://third.example/mcp");
  assert.is(await third(), 401);
  const plain = createWorld({}, { store });
  const reason = await getReason(
    addServer(plain, "https://third.example/mcp")(),
  );
  assert.is(reason, "no_consent");
  assert.equal([plain.pages.length, plain.forms.length], [0, 0]);
});

test("after signOut for the first server of an issuer, another server gets a token without consent", async () => {
  const { world, send, outcome } = await visitBoth({});
  assert.is(outcome, "no_consent");
  await world.authorize.signOut(SERVER);
  assert.is(await send(), 200);
  assert.is(await getReason(world.send()), "no_consent");
});

test("tokens of a server that the program no longer allows are not sent", async () => {
  const store = memoryStore();
  const world = createWorld({}, { store });
  assert.is(await world.send(), 200);
  const later = createWorld({}, { store, servers: [OTHER] });
  later.valid.add("access-1");
  assert.is(await getReason(later.send()), "other_server");
});

test("a malicious issuer that names an honest issuer's endpoints needs the user's consent", async () => {
  const { world, outcome } = await visitBoth(
    {},
    {
      routes: {
        [`${EVIL_ISSUER}/.well-known/oauth-authorization-server`]: () =>
          json({
            issuer: EVIL_ISSUER,
            authorization_endpoint: `${ISSUER}/authorize`,
            token_endpoint: `${ISSUER}/token`,
            registration_endpoint: `${EVIL_ISSUER}/register`,
            code_challenge_methods_supported: ["S256"],
            protected_resources: [OTHER],
          }),
      },
    },
    { authorization_servers: [EVIL_ISSUER] },
  );
  assert.is(outcome, "no_consent");
  assert.is(world.pages.length, 1);
});

/** Creates metadata of the malicious issuer with the given endpoints. */
const evilMetadata = (members: object) => ({
  [`${EVIL_ISSUER}/.well-known/oauth-authorization-server`]: () =>
    json({
      issuer: EVIL_ISSUER,
      authorization_endpoint: `${EVIL_ISSUER}/authorize`,
      token_endpoint: `${EVIL_ISSUER}/token`,
      registration_endpoint: `${EVIL_ISSUER}/register`,
      code_challenge_methods_supported: ["S256"],
      ...members,
    }),
});

test("a refresh token is not sent if the issuer's metadata now contains a different token endpoint", async () => {
  const world = createWorld(
    {
      resource: { authorization_servers: [EVIL_ISSUER] },
      routes: {
        ...evilMetadata({
          authorization_endpoint: `${ISSUER}/authorize`,
          token_endpoint: `${ISSUER}/token`,
          registration_endpoint: `${ISSUER}/register`,
        }),
      },
    },
    {},
  );
  assert.is(await world.send(), 200);
  world.valid.clear();
  const stolen: string[] = [];
  Object.assign(world.routes, evilMetadata({}), {
    [`${EVIL_ISSUER}/register`]: () => json({ client_id: "client-1" }, 201),
    [`${EVIL_ISSUER}/token`]: (form: URLSearchParams) => {
      stolen.push(form.get("grant_type") ?? "");
      return json({ error: "invalid_grant" }, 400);
    },
  });
  await getReason(world.send());
  assert.not.ok(stolen.includes("refresh_token"));
});

test("the device grant refuses a device endpoint at another origin than the token endpoint", async () => {
  const world = createWorld(
    { metadata: { device_authorization_endpoint: "https://a.example/device" } },
    { grant: deviceCode(() => {}) },
  );
  assert.is(await getReason(world.send()), "other_issuer");
  assert.equal(world.forms, []);
});

const assertions: string[] = [];
const assertion = ({ issuer }: { issuer: string }): string => {
  assertions.push(issuer);
  return "jwt";
};

/** Grants, each with the option that it needs to obtain a token. */
const GRANTS: readonly (readonly [string, Grant | undefined, Changes?])[] = [
  ["the authorization code grant", undefined],
  [
    "deviceCode()",
    deviceCode(() => {}),
    {
      metadata: { device_authorization_endpoint: `${ISSUER}/device` },
      routes: {
        [`${ISSUER}/device`]: () =>
          json({
            device_code: "d",
            user_code: "u",
            verification_uri: `${ISSUER}/activate`,
            interval: 0.01,
          }),
      },
    },
  ],
  ["clientCredentials()", clientCredentials()],
  ["jwtBearer()", jwtBearer(assertion)],
  [
    "identityAssertion()",
    jwtBearer(
      identityAssertion({
        tokenEndpoint: "https://idp.example/token",
        subjectToken: () => assertion({ issuer: "idp" }),
        clientId: "c",
        fetch: async () =>
          json({
            access_token: "jag",
            issued_token_type: "urn:ietf:params:oauth:token-type:id-jag",
          }),
      }),
    ),
  ],
];

for (const [name, grant, changes] of GRANTS) {
  const credentials = { id: "c", secret: "s" };

  test(`${name} sends no credentials for a server that the program does not allow`, async () => {
    assertions.length = 0;
    const world = createWorld(changes, {
      grant,
      credentials,
      servers: [OTHER],
    });
    assert.is(await getReason(world.send()), "other_server");
    assert.equal([world.forms, assertions, world.pages], [[], [], []]);
    assert.is(await addServer(world, OTHER)(), 200);
    assert.equal(new Set(getResources(world)), new Set([OTHER]));
  });

  if (grant && !grant.asksUser)
    test(`${name} throws without the option \`servers\``, () => {
      assert.throws(() => oauth({ grant, credentials }), /option servers/);
    });
}

test("jwtBearer() gives the JWT only to the configured issuer", async () => {
  const clientMetadataUrl = "https://app.example/c.json";
  const servers = [SERVER];
  const metadata = { client_id_metadata_document_supported: true };
  assert.throws(
    () => oauth({ clientMetadataUrl, servers, grant: jwtBearer(assertion) }),
    /option issuer/,
  );
  for (const [issuer, outcome, given] of [
    [ISSUER, "resolved to 200", [ISSUER]],
    ["https://login.example", "other_issuer", []],
  ] as const) {
    assertions.length = 0;
    const grant = jwtBearer(assertion, { issuer });
    const world = createWorld(
      { metadata },
      { clientMetadataUrl, servers, grant },
    );
    assert.is(await getReason(world.send()), outcome);
    assert.equal(assertions, given);
  }
});

const encode = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");
const createToken = (aud: unknown): string =>
  `${encode({ alg: "ES256" })}.${encode({ aud })}.c2ln`;

const ISSUED: readonly (readonly [aud: unknown, isAccepted: boolean])[] = [
  [SERVER, true],
  [`${SERVER}/`, true],
  [["https://auth.example/userinfo", SERVER], true],
  ["https://named.example", true],
  // These audiences are not URLs, so they do not name another MCP server.
  [undefined, true],
  ["account", true],
  ["api://default", true],
  ["11111111-2222-3333-4444-555555555555", true],
  [[{ toString: 1 }, null], true],
  [OTHER, false],
  [["account", OTHER], false],
  ["https://mcp.example", false],
  ["HTTPS://MCP.example/other", false],
];

for (const [aud, isAccepted] of ISSUED)
  test(`a JWT with the audience ${JSON.stringify(aud)} is ${isAccepted ? "accepted" : "refused"} for ${SERVER}`, async () => {
    const token = createToken(aud);
    const servers = [{ url: SERVER, audience: "https://named.example" }];
    const world = createWorld({}, { servers });
    world.valid.add(token);
    intercept(world, `${ISSUER}/token`, () =>
      json({ access_token: token, token_type: "Bearer" }),
    );
    const outcome = isAccepted ? "resolved to 200" : "other_audience";
    assert.is(await getReason(world.send()), outcome);
    // When the client renews a token, it checks the audience of the new token
    // in the same way.
    const renewing = createWorld({}, { servers });
    assert.is(await renewing.send(), 200);
    renewing.valid.clear();
    renewing.valid.add(token);
    intercept(renewing, `${ISSUER}/token`, () =>
      json({ access_token: token, token_type: "Bearer" }),
    );
    assert.is(await getReason(renewing.send()), outcome);
  });

test("the client refuses an access token for the wrong server, but keeps the new refresh token", async () => {
  const world = createWorld({}, { servers: [SERVER, OTHER] });
  const send = addServer(world, OTHER);
  assert.is(await world.send(), 200);
  intercept(world, `${ISSUER}/token`, async (next, form) => {
    const answer = await next();
    if (form.get("resource") !== OTHER) return answer;
    const tokens = (await answer.json()) as object;
    return json({ ...tokens, access_token: createToken(SERVER) });
  });
  assert.is(await getReason(send()), "other_audience");
  world.valid.clear();
  assert.is(await world.send(), 200);
  assert.is(world.forms.at(-1)?.["refresh_token"], "refresh-2");
  assert.is(world.pages.length, 1);
});

test("a renewal that returns an access token for another server keeps the new refresh token", async () => {
  const world = createWorld();
  assert.is(await world.send(), 200);
  let isWrong = true;
  intercept(world, `${ISSUER}/token`, async (next) => {
    const answer = await next();
    if (!isWrong) return answer;
    const tokens = (await answer.json()) as object;
    return json({ ...tokens, access_token: createToken(OTHER) });
  });
  world.valid.clear();
  assert.is(await getReason(world.send()), "other_audience");
  isWrong = false;
  assert.is(await world.send(), 200);
  assert.is(world.forms.at(-1)?.["refresh_token"], "refresh-2");
  assert.is(world.pages.length, 1);
});

/**
 * Test cases for a server on a shared host: description, the metadata of the
 * host itself, and the outcome of the sign-in.
 */
const SHARED_HOST: readonly (readonly [
  what: string,
  root: (() => Response) | undefined,
  outcome: string,
])[] = [
  ["without metadata of the host", undefined, "other_resource"],
  [
    "if the metadata of the host is for another resource",
    () => json({ resource: SERVER, authorization_servers: [ISSUER] }),
    "other_resource",
  ],
  [
    "if the metadata of the host names the same resource",
    () =>
      json({
        resource: "https://mcp.example",
        authorization_servers: [ISSUER],
      }),
    "resolved to 200",
  ],
];

for (const [what, root, outcome] of SHARED_HOST)
  test(`a server that claims its whole host as resource gets ${outcome === "resolved to 200" ? "a" : "no"} token ${what}`, async () => {
    const own = "https://mcp.example/.well-known/oauth-protected-resource";
    const world = createWorld({
      resource: {
        resource: "https://mcp.example",
        // The client ignores this issuer: only the metadata of the host itself
        // may name the issuer.
        authorization_servers: [EVIL_ISSUER],
      },
      routes: root ? { [own]: root } : {},
    });
    assert.is(await getReason(world.send()), outcome);
    assert.equal(world.log.slice(1, 3), [`GET ${METADATA}`, `GET ${own}`]);
  });

test("resource metadata is refused if its resource URL has the query string of another tenant", async () => {
  const changes = { resource: { resource: `${SERVER}?tenant=b` } };
  assert.is(await getReason(createWorld(changes).send()), "other_resource");
});

test("a call of requestTokens without a TokenPermit does not compile", () => {
  const permit = { authorizationServer: {}, resource: SERVER };
  // @ts-expect-error: only permit.ts creates permits
  const forged: TokenPermit = permit;
  // @ts-expect-error: the parameter is not a permit
  const call = () => requestTokens(permit, { id: "c" }, {}, {}, forged);
  assert.type(call, "function");
});

/** Patterns of code in the OAuth client that could request a token. */
const REQUESTING: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/requestDocument\((?![^;]*\bjson:)/, "sends forms"],
  [/\b(?:fetch|send)\(|new Request\(/, "sends other requests"],
  [/new TokenPermit\(/, "creates permits"],
  [/\.tokenEndpoint\b/, "reads the token endpoint"],
];

test("in the OAuth client, only the file `token.ts` sends token requests", () => {
  const folder = join(ROOT, "runtime");
  const places: string[] = [];
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith(".ts")) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const client = name.split(join("oauth", "client") + sep)[1];
    if (client === undefined) {
      if (text.includes("grant_type:")) places.push(`${name} names a grant`);
      continue;
    }
    for (const [pattern, what] of REQUESTING)
      if (pattern.test(text)) places.push(`${client} ${what}`);
  }
  assert.equal(places.sort(), [
    "permit/permit.ts creates permits",
    "token.ts reads the token endpoint",
    "token.ts sends forms",
  ]);
});

test.run();
