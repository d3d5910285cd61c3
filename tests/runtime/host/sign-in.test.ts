/** Tests of a host whose servers require OAuth: sign-in, consent and audit. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../../harness/generated/load.js";
import { withStoppedClock, type StoppedClock } from "../../harness/time/clock.js";
import { ISSUER, createWorld } from "../../harness/oauth/world.js";
import { OAuthError } from "../../../runtime/oauth/errors.js";
import type { Fetch } from "../../../runtime/http/client/received.js";
import type { SignInRequest } from "../../../runtime/oauth/client/options.js";

const INFO = { name: "test", version: "1" };

for (const revision of ["2025-11-25", "2026-07-28"]) {
  const test = suite(`host sign-in at ${revision}`);
  const { createHost } = await load(revision, "client");
  const { createServer, listen, tools } = await load(revision, "server");

  /**
   * Starts servers that accept tokens of a simulated issuer, and a host for
   * these servers.
   */
  async function createSignInHost(
    names: readonly string[],
    options: object,
    open: (page: string, request: SignInRequest) => Promise<string>,
  ) {
    const asked: (string | undefined)[] = [];
    const world: ReturnType<typeof createWorld> = createWorld(
      {},
      {
        fetch: (url, init) =>
          url.startsWith(ISSUER)
            ? world.fetch(url, init)
            : (fetch as Fetch)(url, init),
        open: async (page, request) => {
          asked.push(`${request.name} ${request.server} ${request.issuer}`);
          return world.open(await open(page, request));
        },
      },
    );
    const servers: Record<string, object> = {};
    const listening: { close(): unknown }[] = [];
    for (const name of names) {
      const server = createServer(
        INFO,
        tools({ who: { handler: () => name } }),
      );
      const metadata = { resource: "", authorization_servers: [ISSUER] };
      const verify = (token: string) =>
        world.valid.has(token) ? { subject: "ann" } : undefined;
      const own = await listen(server, { auth: { verify, metadata } });
      metadata.resource = own.url;
      servers[name] = { url: own.url };
      listening.push(own);
    }
    const audit: object[] = [];
    const host = createHost(INFO, {
      servers,
      authorize: world.authorize,
      audit: (entry: object) => void audit.push(entry),
      ...options,
    });
    const close = async (): Promise<void> => {
      await host.close();
      await Promise.all(listening.map((server) => server.close()));
    };
    return { host, world, asked, audit, servers, close };
  }

  test("servers of the same issuer share one sign-in", async () => {
    let wait: StoppedClock["wait"];
    const { host, asked, audit, servers, close } = await createSignInHost(
      ["a", "b"],
      { timeout: 1_000, consent: { signIn: () => true } },
      async (page) => {
        await wait(1_200);
        return page;
      },
    );
    await withStoppedClock(async (clock) => {
      ({ wait } = clock);
      assert.equal((await host.connect()).failed, []);
    });
    const urls = servers as Record<string, { url: string }>;
    const [first = ""] = asked;
    const name = first.slice(0, 1);
    assert.equal(asked, [`${name} ${urls[name]?.url} ${ISSUER}`]);
    const { content } = await host.callTool({ name: "b__who" });
    assert.is(content[0]?.text, "b");
    const entries = audit as {
      what: string;
      server: string;
      name?: string;
      decision: string;
    }[];
    const ours = entries.filter(({ what }) => what === "authorization");
    assert.equal(
      ours
        .map(({ server, name, decision }) => `${server} ${name} ${decision}`)
        .sort(),
      ["a", "b"].map((name) => `${name} ${ISSUER} approved`),
    );
    assert.not.match(JSON.stringify(audit), /access-|refresh-|code-/);
    await close();
  });

  test("without the consent hook `signIn`, the host signs in to only one server of each issuer", async () => {
    const { host, world, close } = await createSignInHost(
      ["a", "b"],
      {},
      async (page) => page,
    );
    const { connected, failed } = await host.connect();
    assert.is(connected.length, 1);
    assert.match(
      String(failed[0]?.error),
      /the hook consent\.signIn of a host/,
    );
    assert.is(world.forms.length, 1);
    await close();
  });

  test("a sign-in that the issuer refuses is audited as failed", async () => {
    const { host, audit, close } = await createSignInHost(
      ["a"],
      {},
      async () => {
        throw new OAuthError("access_denied", "The user said no");
      },
    );
    const { failed } = await host.connect();
    assert.is(failed.length, 1);
    const entries = audit as { what: string; [name: string]: unknown }[];
    assert.equal(
      entries
        .filter(({ what }) => what === "authorization")
        .map(({ name, decision, reason }) => [name, decision, reason]),
      [[ISSUER, "failed", "OAuthError"]],
    );
    await close();
  });

  test("the host opens no sign-in page if the hook `signIn` refuses a server", async () => {
    const hooks: object[] = [];
    const { host, asked, audit, servers, close } = await createSignInHost(
      ["a", "b"],
      {
        consent: {
          signIn: (ask: { server: string }) => {
            hooks.push(ask);
            return ask.server === "a";
          },
        },
      },
      async (page) => page,
    );
    const { connected, failed } = await host.connect();
    assert.equal(connected, ["a"]);
    assert.match(String(failed[0]?.error), /mcp answered 401: /);
    assert.is(asked.length, 1);
    const urls = servers as Record<string, { url: string }>;
    const isOfB = (ask: object): boolean =>
      (ask as { server: string }).server === "b";
    assert.equal(hooks.filter(isOfB).slice(0, 1), [
      { server: "b", url: urls["b"]?.url, issuer: ISSUER },
    ]);
    const entries = audit as { server: string; decision: string }[];
    const refused = entries.filter(({ decision }) => decision === "refused");
    assert.is(refused.length, hooks.filter(isOfB).length);
    await close();
  });

  test("the host opens no sign-in page if the hook `signIn` throws", async () => {
    const { host, asked, audit, close } = await createSignInHost(
      ["a"],
      {
        consent: {
          signIn: () => {
            throw new RangeError("no screen");
          },
        },
      },
      async (page) => page,
    );
    const { failed } = await host.connect();
    assert.is(failed.length, 1);
    assert.is(asked.length, 0);
    assert.match(
      JSON.stringify(audit),
      /"what":"authorization".*"decision":"failed","reason":"RangeError"/,
    );
    await close();
  });

  test.run();
}
