/** Tests of OAuth client registration at an authorization server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  findOrRegisterClient,
  forgetClient,
  lastRedirectUri,
} from "../../../../runtime/oauth/client/registration.js";
import { memoryStore } from "../../../../runtime/oauth/client/stores/store.js";
import {
  createWorld,
  getReason,
  intercept,
  ISSUER,
  json,
  REDIRECT,
} from "../../../harness/oauth/world.js";
import { withStoppedClock } from "../../../harness/time/clock.js";
import type { OAuthOptions } from "../../../../runtime/oauth/client/options.js";
import type { AuthorizationServer } from "../../../../runtime/oauth/client/types.js";

const test = suite("oauth client: registrations");

const KEY = `client of ${ISSUER}`;

/** Returns a function that finds or registers the client at `ISSUER`. */
function createRegistration(
  answer: () => object,
  changes: Partial<AuthorizationServer> = {},
  options: OAuthOptions = {},
  asksUser = true,
) {
  const store = memoryStore();
  const requests: { readonly [name: string]: unknown }[] = [];
  const server = {
    issuer: ISSUER,
    registrationEndpoint: `${ISSUER}/register`,
    ...changes,
  } as unknown as AuthorizationServer;
  const { signal } = new AbortController();
  const registration = {
    server,
    store,
    options: {
      ...options,
      fetch: (_url: string, { body }: { readonly body?: string }) => {
        requests.push(JSON.parse(body ?? "") as { [name: string]: unknown });
        return Promise.resolve(json(answer(), 201));
      },
    },
    grant: { types: ["authorization_code"], asksUser, run: null as never },
    signal,
  };
  const find = (redirectUri?: string) =>
    findOrRegisterClient(registration as never, redirectUri);
  return { store, requests, find, server };
}

test("a client registers again when its client secret has expired", () =>
  withStoppedClock(async ({ skip }) => {
    let count = 0;
    const { find, requests } = createRegistration(() => ({
      client_id: `client-${(count += 1)}`,
      client_secret: "s",
      client_secret_expires_at: Date.now() / 1_000 + 60,
    }));
    assert.is((await find(REDIRECT)).id, "client-1");
    skip(59_999);
    assert.is((await find(REDIRECT)).id, "client-1");
    skip(1);
    assert.is((await find(REDIRECT)).id, "client-2");
    assert.is(requests.length, 2);
  }));

for (const expiry of [0, undefined, "60"])
  test(`a client secret whose expiry is ${String(expiry)} does not expire`, () =>
    withStoppedClock(async ({ skip }) => {
      const { find, requests } = createRegistration(() => ({
        client_id: "c",
        client_secret: "s",
        client_secret_expires_at: expiry,
      }));
      await find(REDIRECT);
      skip(1e12);
      assert.equal(await find(REDIRECT), {
        id: "c",
        redirectUri: REDIRECT,
        method: "none",
        secret: "s",
      });
      assert.is(requests.length, 1);
    }));

test("a stored client registration is not used for another redirect URI", async () => {
  const { find, requests, store } = createRegistration(() => ({
    client_id: `client-${requests.length}`,
  }));
  assert.is(await lastRedirectUri(store, ISSUER), undefined);
  await find(REDIRECT);
  assert.is((await find()).id, "client-1");
  assert.is((await find(REDIRECT)).id, "client-1");
  assert.is((await find("https://app.example/other")).id, "client-2");
  assert.is(await lastRedirectUri(store, ISSUER), "https://app.example/other");
});

test("when an issuer rejects a client, only the registration of this client is deleted", async () => {
  const store = memoryStore();
  const text = JSON.stringify({ id: "client-2" });
  await store.swap(KEY, undefined, text);
  await forgetClient(store, ISSUER, "client-1");
  await forgetClient(store, "https://other.example", "client-2");
  assert.is(await store.get(KEY), text);
  await forgetClient(store, ISSUER, "client-2");
  assert.is(await store.get(KEY), undefined);
});

for (const [error, left] of [
  ["invalid_client", undefined],
  ["invalid_grant", "client-1"],
] as const)
  test(`a client ${left ? "keeps" : "deletes"} its stored registration when the issuer returns the error ${error}`, async () => {
    const store = memoryStore();
    const world = createWorld({}, { store });
    intercept(world, `${ISSUER}/token`, () => json({ error }, 400));
    assert.is(await getReason(world.send()), error);
    const kept = JSON.parse((await store.get(KEY)) ?? "{}") as { id?: string };
    assert.is(kept.id, left);
  });

test("a client does not delete a newer registration that another process has stored", async () => {
  const store = memoryStore();
  const world = createWorld({}, { store });
  const text = JSON.stringify({ id: "client-9", redirectUri: REDIRECT });
  intercept(world, `${ISSUER}/token`, async () => {
    await store.swap(KEY, await store.get(KEY), text);
    return json({ error: "invalid_client" }, 400);
  });
  assert.is(await getReason(world.send()), "invalid_client");
  assert.is(await store.get(KEY), text);
});

/** Members that a test case expects in the registration request. */
type Sent = { readonly [name: string]: unknown };

const CASES: readonly [
  title: string,
  redirectUri: string | undefined,
  server: Partial<AuthorizationServer>,
  options: OAuthOptions,
  sent: Sent,
][] = [
  [
    "without a redirect URI",
    undefined,
    {},
    {},
    {
      client_name: "MCP client",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: [],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
  ],
  [
    "with a redirect URI of a website",
    REDIRECT,
    { methods: ["client_secret_post", "client_secret_basic"] },
    { clientName: "App", clientMetadata: { contacts: ["a@b"] } },
    {
      client_name: "App",
      redirect_uris: [REDIRECT],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
      application_type: "web",
      contacts: ["a@b"],
    },
  ],
  [
    "with a loopback redirect URI",
    "https://localhost/back",
    { methods: ["private_key_jwt", "none"], grants: ["authorization_code"] },
    {},
    {
      grant_types: ["authorization_code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
  ],
  [
    "with the redirect URI of an app",
    "app://back",
    { methods: ["private_key_jwt"] },
    {},
    { token_endpoint_auth_method: undefined, application_type: "native" },
  ],
];
for (const [title, redirectUri, server, options, sent] of CASES)
  test(`a client registration request ${title} contains the expected client metadata`, async () => {
    const made = createRegistration(
      () => ({ client_id: "c" }),
      server,
      options,
    );
    await made.find(redirectUri);
    const [request = {}] = made.requests;
    const picked = Object.keys(sent).map((name) => [name, request[name]]);
    assert.equal(Object.fromEntries(picked), sent);
    assert.is("redirect_uris" in request, redirectUri !== undefined);
  });

test("the authentication method that the issuer returned takes precedence over the requested method", async () => {
  const { find } = createRegistration(() => ({
    client_id: "c",
    token_endpoint_auth_method: "client_secret_basic",
  }));
  assert.is((await find()).method, "client_secret_basic");
});

for (const [title, changes, options, asksUser, expected] of [
  [
    "an issuer without registration",
    { registrationEndpoint: undefined },
    {},
    true,
    "no_client",
  ],
  ["a grant without a user", {}, {}, false, "no_client"],
  [
    "credentials of another issuer",
    { registrationEndpoint: undefined },
    { credentials: { id: "x", issuer: "https://other.example" } },
    true,
    "no_client",
  ],
  [
    "credentials of the issuer",
    {},
    { credentials: [{ id: "x" }, { id: "y", issuer: ISSUER }] },
    true,
    "y",
  ],
  [
    "credentials without an issuer",
    {},
    { credentials: { id: "x" } },
    true,
    "x",
  ],
  [
    "a metadata document that the issuer supports",
    { takesDocuments: true },
    { clientMetadataUrl: "https://app.example/client" },
    true,
    "https://app.example/client",
  ],
  [
    "a metadata document that the issuer does not support",
    {},
    { clientMetadataUrl: "https://app.example/client" },
    true,
    "c",
  ],
] as const)
  test(`findOrRegisterClient with ${title} ${expected === "no_client" ? "rejects with" : "returns the client id"} ${expected}`, async () => {
    const { find } = createRegistration(
      () => ({ client_id: "c" }),
      changes,
      options,
      asksUser,
    );
    const found = find(REDIRECT).then(
      ({ id }) => id,
      ({ reason }: { readonly reason: string }) => reason,
    );
    assert.is(await found, expected);
  });

test("a client whose credentials are bound to one issuer registers at a second issuer", async () => {
  const credentials = { id: "x", secret: "s" };
  const { store, find } = createRegistration(
    () => ({ client_id: "c" }),
    {},
    { credentials },
  );
  await store.swap("issuer of x", undefined, "https://first.example");
  assert.is((await find(REDIRECT)).id, "c");
});

test.run();
