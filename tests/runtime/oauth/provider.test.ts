/** Users who sign in at a real authorization server: `oidc-provider`. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../../harness/generated/load.js";
import type { Client } from "../../harness/generated/modules.js";
import { closing } from "../../harness/run/closing.js";
import { sample } from "../../harness/run/sampling.js";
import {
  startAuthorizationServer,
  Browser,
  needs,
  startProtectedServer,
  type OAuthNames,
  type ProviderChanges,
} from "../../harness/oauth/provider.js";
import type { OAuthOptions } from "../../../runtime/oauth/client/options.js";
import type { DeviceCode } from "../../../runtime/oauth/client/grants.js";
import type { OAuth } from "../../../runtime/oauth/client/oauth.js";

const test = suite("OAuth: users of a real authorization server");
const atEnd = closing(test);

interface ClientNames {
  createClient(info: object): Client;
  deviceCode(show: (code: DeviceCode) => void): OAuthOptions["grant"];
  dpop(): OAuthOptions["dpop"];
  memoryStore(): NonNullable<OAuthOptions["store"]>;
  oauth(options: OAuthOptions): OAuth;
}

const REVISION = "2025-11-25";

/** Everybody who takes part; what the token endpoint was asked for is in `asked`. */
async function world(
  {
    revision = REVISION,
    server = () => ({}),
    ...changes
  }: ProviderChanges & {
    readonly revision?: string;
    /** Options of the server's `jwt`. */
    readonly server?: (names: OAuthNames) => object;
  } = {},
  optionsOf: (names: ClientNames) => OAuthOptions = () => ({}),
) {
  const issuer = await startAuthorizationServer(atEnd, {
    ...changes,
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      ...changes.features,
    },
    configuration: {
      scopes: ["read", "write", "offline_access"],
      ...changes.configuration,
    },
  });
  const { url, errors } = await startProtectedServer(
    atEnd,
    revision,
    (names, audience) =>
      names.jwt({
        issuer,
        audience,
        scopes: ["read"],
        needs: needs(names),
        // `exp` has whole seconds: one that lives for a second may be over at once.
        skew: 5,
        ...server(names),
      }),
  );
  const module = await load(revision, "client");
  const names = module as unknown as ClientNames;
  const browser = new Browser();
  const store = names.memoryStore();
  const asked: string[] = [];
  const refreshed: (string | null)[] = [];
  const authorize = names.oauth({
    open: browser.open,
    store,
    fetch: (to, init) => {
      const form = new URLSearchParams(init.body);
      const type = form.get("grant_type");
      if (type !== null) {
        asked.push(type);
        assert.is(form.get("resource"), url);
        if (form.has("refresh_token"))
          refreshed.push(form.get("refresh_token"));
      }
      return fetch(to, init as RequestInit) as never;
    },
    ...optionsOf(names),
  });
  const connect = async (): Promise<Client> => {
    const client = names.createClient({ name: "own", version: "1" });
    await client.connect(module.http(url, { authorize }));
    atEnd(() => client.close());
    return client;
  };
  /** What is held of the sign-in. */
  const held = async (): Promise<{ [name: string]: unknown }> =>
    JSON.parse((await store.get(`tokens of ${issuer} for ${url}`)) ?? "{}");
  return {
    issuer,
    url,
    errors,
    browser,
    asked,
    refreshed,
    connect,
    held,
    authorize,
  };
}

const call = async (client: Client, name = "who"): Promise<unknown> =>
  (await client.callTool({ name })).content[0]?.text;

const countOf = (asked: readonly string[], type: string): number =>
  asked.filter((one) => one === type).length;

const pause = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, time));

/** What a request rejected with. */
async function causeOf(promise: Promise<unknown>): Promise<string> {
  try {
    return `nothing: ${String(await promise)}`;
  } catch (error) {
    const { name, cause } = error as Error;
    const { name: inner, reason } = cause as Error & { reason?: string };
    return `${name} ${inner} ${reason}`;
  }
}

/** Whether something still listens where the browser came back to. */
const isOpen = (address: URL | undefined): Promise<boolean> =>
  fetch(address?.origin ?? "").then(
    () => true,
    () => false,
  );

for (const [revision] of sample(
  [["2025-03-26"], ["2025-06-18"], ["2025-11-25"], ["2026-07-28"]] as const,
  1,
  2,
))
  test(`${revision}: a user signs in, and allows more`, async () => {
    const { browser, connect, issuer, url, errors, asked } = await world({
      revision,
    });
    const client = await connect();
    assert.is(await call(client), "ann");
    assert.equal(browser.asked, ["login", "consent"]);
    const [page] = browser.pages;
    const query = Object.fromEntries(page?.searchParams ?? []);
    assert.is(query.resource, url);
    assert.is(query.code_challenge_method, "S256");
    assert.is(query.scope, "read offline_access");
    assert.is(query.prompt, "consent");
    const [back] = browser.returns;
    assert.match(back?.href ?? "", /^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    assert.is(back?.searchParams.get("iss"), issuer);
    assert.not(await isOpen(back));
    // The other tool needs a scope that the token has not.
    assert.is(await call(client, "drop"), "ann");
    assert.equal(browser.asked, ["login", "consent", "consent"]);
    const scopes = browser.pages[1]?.searchParams.get("scope")?.split(" ");
    assert.equal(scopes?.sort(), ["offline_access", "read", "write"]);
    assert.is(await call(client), "ann");
    assert.equal(asked, ["authorization_code", "authorization_code"]);
    // Both times the client was the one that registered first.
    const ids = browser.pages.map((one) => one.searchParams.get("client_id"));
    assert.is(new Set(ids).size, 1);
    assert.equal(errors, []);
  });

test("refresh tokens are used once, and no second sign-in is needed", async () => {
  const { browser, connect, asked, refreshed, held } = await world({
    lifetime: 1,
    configuration: { rotateRefreshToken: true },
  });
  const client = await connect();
  for (let n = 1; n <= 3; n += 1) {
    const { accessToken } = await held();
    await pause(1_100);
    const all = await Promise.all([call(client), call(client), call(client)]);
    assert.equal(all, ["ann", "ann", "ann"]);
    assert.is.not((await held())["accessToken"], accessToken);
  }
  assert.ok(refreshed.length >= 3);
  assert.is(new Set(refreshed).size, refreshed.length);
  assert.is(countOf(asked, "authorization_code"), 1);
  assert.equal(browser.asked, ["login", "consent"]);
});

for (const [what, end] of [
  ["was revoked", "token/revocation"],
  ["another has used", "token"],
] as const)
  test(`a refresh token that ${what}: one new sign-in`, async () => {
    const { browser, connect, asked, held, issuer, url } = await world({
      lifetime: 1,
      configuration: { rotateRefreshToken: true },
    });
    const client = await connect();
    const { refreshToken, clientId } = await held();
    const form = {
      token: String(refreshToken),
      refresh_token: String(refreshToken),
      client_id: String(clientId),
      grant_type: "refresh_token",
      resource: url,
    };
    const body = new URLSearchParams(form);
    const ended = await fetch(`${issuer}/${end}`, { method: "POST", body });
    assert.is(ended.status, 200);
    await pause(1_100);
    const all = await Promise.all([call(client), call(client)]);
    assert.equal(all, ["ann", "ann"]);
    assert.is(countOf(asked, "authorization_code"), 2);
    assert.ok(asked.includes("refresh_token"));
    // The provider knows the user still.
    assert.equal(browser.asked, ["login", "consent", "consent"]);
    assert.is.not((await held())["refreshToken"], refreshToken);
  });

for (const revision of [REVISION, "all"])
  test(`a user who refuses, in ${revision}`, async () => {
    const { browser, connect, asked } = await world({ revision });
    browser.does = "abort";
    assert.is(
      await causeOf(connect()),
      "ConnectionError OAuthError access_denied",
    );
    assert.equal(browser.asked, ["login"]);
    assert.is(browser.pages.length, 1);
    assert.equal(asked, []);
    assert.not(await isOpen(browser.returns[0]));
    // Refused once is not refused for good.
    browser.does = "agree";
    assert.is(await call(await connect()), "ann");
  });

for (const [what, change] of [
  ["another issuer's", (all) => all.set("iss", "https://other.example")],
  ["nobody's", (all) => all.delete("iss")],
] as const satisfies readonly (readonly [
  string,
  (all: URLSearchParams) => void,
])[])
  test(`an answer that is ${what}`, async () => {
    const { browser, connect, asked } = await world();
    browser.onReturn = ({ searchParams }) => change(searchParams);
    assert.is(
      await causeOf(connect()),
      "ConnectionError OAuthError wrong_answer",
    );
    assert.equal(asked, []);
    assert.not(await isOpen(browser.returns[0]));
  });

test("without refresh tokens, the user is asked when a token ends", async () => {
  const { browser, connect, held, asked } = await world({
    lifetime: 1,
    configuration: { scopes: ["read", "write"] },
  });
  const client = await connect();
  const query = browser.pages[0]?.searchParams;
  assert.is(query?.get("scope"), "read");
  assert.is(query?.get("prompt"), null);
  assert.is((await held())["refreshToken"], undefined);
  await pause(1_100);
  assert.is(await call(client), "ann");
  // The provider's session lasts; it asks native programs for consent each time.
  const [login, ...more] = browser.asked;
  assert.is(login, "login");
  assert.ok(more.length >= 2 && more.every((name) => name === "consent"));
  assert.is(countOf(asked, "authorization_code"), asked.length);
});

test("a user who signs out at the issuer is asked again when the token ends", async () => {
  const { browser, connect, issuer, refreshed } = await world({
    lifetime: 1,
    configuration: {
      scopes: ["read", "write"],
      // Refresh tokens that end with the session, since they are not for offline use.
      issueRefreshToken: () => true,
    },
  });
  const client = await connect();
  await pause(1_100);
  assert.is(await call(client), "ann");
  assert.is(refreshed.length, 1);
  assert.equal(browser.asked, ["login", "consent"]);
  await browser.visit(`${issuer}/session/end`);
  browser.asked.length = 0;
  await pause(1_100);
  assert.is(await call(client), "ann");
  assert.is(refreshed.length, 2);
  assert.equal(browser.asked, ["login", "consent"]);
});

test("a user who signs out, and comes back as another", async () => {
  const { browser, connect, authorize, url } = await world();
  const client = await connect();
  assert.is(await call(client), "ann");
  await client.close();
  await authorize.signOut(url);
  browser.forget();
  browser.login = "bob";
  assert.is(await call(await connect()), "bob");
  assert.equal(browser.asked, ["login", "consent", "login", "consent"]);
});

for (const nonce of [false, true])
  test(`tokens that are bound to a key, with nonce: ${nonce}`, async () => {
    const { browser, connect, held, asked, errors } = await world(
      {
        lifetime: 1,
        server: (names) => ({
          dpop: names.dpopProofs({ required: true, nonce }),
        }),
        features: {
          dPoP: {
            enabled: true,
            ...(nonce && {
              nonceSecret: Buffer.alloc(32, 1),
              requireNonce: () => true,
            }),
          },
        },
      },
      (names) => ({ dpop: names.dpop() }),
    );
    const client = await connect();
    assert.is(await call(client), "ann");
    const { accessToken, type } = await held();
    assert.is(type, "DPoP");
    await pause(1_100);
    assert.is(await call(client), "ann");
    assert.is.not((await held())["accessToken"], accessToken);
    assert.ok(asked.includes("refresh_token"));
    assert.equal(browser.asked, ["login", "consent"]);
    assert.equal(errors, []);
  });

test("a code that is typed in elsewhere, or refused there", async () => {
  const outcomes = ["agree", "abort"].map(async (does) => {
    const elsewhere = new Browser();
    elsewhere.does = does as "agree";
    const { connect, browser, asked } = await world(
      { features: { deviceFlow: { enabled: true } } },
      ({ deviceCode }) => ({
        grant: deviceCode(({ verificationUriComplete = "" }) => {
          void elsewhere.visit(verificationUriComplete);
        }),
      }),
    );
    const outcome =
      does === "agree" ? await call(await connect()) : await causeOf(connect());
    assert.is(browser.pages.length, 0);
    assert.ok(elsewhere.asked.includes("login"));
    assert.ok(asked.every((type) => type.endsWith(":device_code")));
    return outcome;
  });
  assert.equal(await Promise.all(outcomes), [
    "ann",
    "ConnectionError OAuthError access_denied",
  ]);
});

test.run();
