/** Tests of sign-ins at a real authorization server, `oidc-provider`. */
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
import { withClock } from "../../harness/time/timers.js";
import type { OAuthOptions } from "../../../runtime/oauth/client/options.js";
import type { DeviceCode } from "../../../runtime/oauth/client/grants.js";
import type { OAuth } from "../../../runtime/oauth/client/oauth.js";

const test = suite("oauth client: oidc-provider");
const atEnd = closing(test);

interface ClientNames {
  createClient(info: object): Client;
  deviceCode(show: (code: DeviceCode) => void): OAuthOptions["grant"];
  dpop(): OAuthOptions["dpop"];
  memoryStore(): NonNullable<OAuthOptions["store"]>;
  oauth(options: OAuthOptions): OAuth;
}

const REVISION = "2025-11-25";

/**
 * Starts an issuer and a protected server, and creates a client. The returned
 * `asked` collects the grant types of the client's token requests.
 */
async function world(
  {
    revision = REVISION,
    server = () => ({}),
    ...changes
  }: ProviderChanges & {
    readonly revision?: string;
    /** Returns the options of `jwt()` for the protected server. */
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
        // Tolerate clock differences, because `exp` is in whole seconds: a
        // token with a lifetime of one second could already be expired when
        // issued.
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
  /** Returns the stored tokens of the sign-in. */
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

const countGrants = (asked: readonly string[], type: string): number =>
  asked.filter((grant) => grant === type).length;

/**
 * Returns the name of the error with which a promise rejects, and the name and
 * reason of the error's cause.
 */
async function getCause(promise: Promise<unknown>): Promise<string> {
  try {
    return `nothing: ${String(await promise)}`;
  } catch (error) {
    const { name, cause } = error as Error;
    const { name: inner, reason } = cause as Error & { reason?: string };
    return `${name} ${inner} ${reason}`;
  }
}

/** Returns whether the redirect port is still open. */
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
  test(`${revision}: a user grants a further scope when a tool needs this scope`, async () => {
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
    // The tool `drop` needs a scope that the token lacks, so the user has to
    // consent again.
    assert.is(await call(client, "drop"), "ann");
    assert.equal(browser.asked, ["login", "consent", "consent"]);
    const scopes = browser.pages[1]?.searchParams.get("scope")?.split(" ");
    assert.equal(scopes?.sort(), ["offline_access", "read", "write"]);
    assert.is(await call(client), "ann");
    assert.equal(asked, ["authorization_code", "authorization_code"]);
    // The second authorization request reuses the client id of the first
    // registration.
    const ids = browser.pages.map((page) => page.searchParams.get("client_id"));
    assert.is(new Set(ids).size, 1);
    assert.equal(errors, []);
  });

test("a client uses each rotated refresh token only once", () =>
  withClock(async (wait) => {
    const { browser, connect, asked, refreshed, held } = await world({
      lifetime: 1,
      configuration: { rotateRefreshToken: true },
    });
    const client = await connect();
    for (let n = 1; n <= 3; n += 1) {
      const { accessToken } = await held();
      wait(1_100);
      const all = await Promise.all([call(client), call(client), call(client)]);
      assert.equal(all, ["ann", "ann", "ann"]);
      assert.is.not((await held())["accessToken"], accessToken);
    }
    assert.ok(refreshed.length >= 3);
    assert.is(new Set(refreshed).size, refreshed.length);
    assert.is(countGrants(asked, "authorization_code"), 1);
    assert.equal(browser.asked, ["login", "consent"]);
  }));

for (const [event, path] of [
  ["was revoked", "token/revocation"],
  ["another client has used", "token"],
] as const)
  test(`a refresh token that ${event} leads to exactly one new sign-in`, () =>
    withClock(async (wait) => {
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
      const ended = await fetch(`${issuer}/${path}`, { method: "POST", body });
      assert.is(ended.status, 200);
      wait(1_100);
      const all = await Promise.all([call(client), call(client)]);
      assert.equal(all, ["ann", "ann"]);
      assert.is(countGrants(asked, "authorization_code"), 2);
      assert.ok(asked.includes("refresh_token"));
      // The provider does not ask for the login again, because the user's session
      // at the provider continues.
      assert.equal(browser.asked, ["login", "consent", "consent"]);
      assert.is.not((await held())["refreshToken"], refreshToken);
    }));

for (const revision of [REVISION, "all"])
  test(`a sign-in that the user has refused can be repeated (${revision})`, async () => {
    const { browser, connect, asked } = await world({ revision });
    browser.does = "abort";
    assert.is(
      await getCause(connect()),
      "ConnectionError OAuthError access_denied",
    );
    assert.equal(browser.asked, ["login"]);
    assert.is(browser.pages.length, 1);
    assert.equal(asked, []);
    assert.not(await isOpen(browser.returns[0]));
    // The next attempt succeeds, because the client does not remember the
    // refusal.
    browser.does = "agree";
    assert.is(await call(await connect()), "ann");
  });

for (const [problem, change] of [
  [
    "the iss of another issuer",
    (all) => all.set("iss", "https://other.example"),
  ],
  ["no iss", (all) => all.delete("iss")],
] as const satisfies readonly (readonly [
  string,
  (all: URLSearchParams) => void,
])[])
  test(`a redirect with ${problem} stops the sign-in`, async () => {
    const { browser, connect, asked } = await world();
    browser.onReturn = ({ searchParams }) => change(searchParams);
    assert.is(
      await getCause(connect()),
      "ConnectionError OAuthError wrong_answer",
    );
    assert.equal(asked, []);
    assert.not(await isOpen(browser.returns[0]));
  });

test("a user without a refresh token signs in again when the token expires", () =>
  withClock(async (wait) => {
    const { browser, connect, held, asked } = await world({
      lifetime: 1,
      configuration: { scopes: ["read", "write"] },
    });
    const client = await connect();
    const query = browser.pages[0]?.searchParams;
    assert.is(query?.get("scope"), "read");
    assert.is(query?.get("prompt"), null);
    assert.is((await held())["refreshToken"], undefined);
    wait(1_100);
    assert.is(await call(client), "ann");
    // The provider does not ask for the login again, because the user's session
    // continues. For native programs, the provider asks for consent each time.
    const [login, ...more] = browser.asked;
    assert.is(login, "login");
    assert.ok(more.length >= 2 && more.every((name) => name === "consent"));
    assert.is(countGrants(asked, "authorization_code"), asked.length);
  }));

test("a user who signs out at the issuer signs in again when the token expires", () =>
  withClock(async (wait) => {
    const { browser, connect, issuer, refreshed } = await world({
      lifetime: 1,
      configuration: {
        scopes: ["read", "write"],
        // Issue refresh tokens although the scope `offline_access` is missing.
        // Such a refresh token becomes invalid when the user's session ends.
        issueRefreshToken: () => true,
      },
    });
    const client = await connect();
    wait(1_100);
    assert.is(await call(client), "ann");
    assert.is(refreshed.length, 1);
    assert.equal(browser.asked, ["login", "consent"]);
    await browser.visit(`${issuer}/session/end`);
    browser.asked.length = 0;
    wait(1_100);
    assert.is(await call(client), "ann");
    assert.is(refreshed.length, 2);
    assert.equal(browser.asked, ["login", "consent"]);
  }));

test("after signOut, another user can sign in", async () => {
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
  test(`DPoP tokens are accepted and refreshed at an issuer ${nonce ? "with" : "without"} nonces`, () =>
    withClock(async (wait) => {
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
      wait(1_100);
      assert.is(await call(client), "ann");
      assert.is.not((await held())["accessToken"], accessToken);
      assert.ok(asked.includes("refresh_token"));
      assert.equal(browser.asked, ["login", "consent"]);
      assert.equal(errors, []);
    }));

test("the device grant returns a token when the user agrees and fails when the user refuses", async () => {
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
      does === "agree"
        ? await call(await connect())
        : await getCause(connect());
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
