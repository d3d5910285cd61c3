/**
 * Tests of the loopback listener, which receives the browser's redirect on a
 * port of this machine.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  createWorld,
  getReason,
  type World,
} from "../../../harness/oauth/world.js";
import {
  listenForRedirect,
  type LoopbackPorts,
} from "../../../../runtime/oauth/client/loopback.js";
import type { OAuthError } from "../../../../runtime/oauth/errors.js";
import type { OAuthOptions } from "../../../../runtime/oauth/client/options.js";
import { requirement } from "../../../harness/run/requirement.js";
import { waitUntil } from "../../../harness/run/time-limit.js";

const test = suite("oauth client: loopback redirect");

/**
 * Creates a simulated issuer, server and client. The simulated browser calls
 * `visit` with the redirect URL.
 */
function browsing(
  visit: (back: string) => Promise<unknown>,
  options: OAuthOptions = {},
) {
  const world: World = createWorld(
    {},
    {
      redirectUri: undefined,
      open: (page) => void visit(world.open(page)).catch(() => {}),
      ...options,
    },
  );
  return world;
}

requirement("aad4f9579906 173ca4843131 43454a776dfc 6fa457d90d03");
test("the loopback listener rejects requests other than the redirect and continues to wait", async () => {
  const seen: unknown[] = [];
  const world = browsing(async (back) => {
    const wrong = new URL(back);
    wrong.searchParams.set("state", "x");
    const elsewhere = new URL(back);
    elsewhere.pathname = "/other";
    for (const [url, method] of [
      [wrong.href, "GET"],
      [elsewhere.href, "GET"],
      [back, "POST"],
      [back, "GET"],
    ] as const) {
      const { status, headers } = await fetch(url, { method });
      seen.push(status, headers.get("referrer-policy"));
    }
    // A second redirect gets status 404, or its connection fails because the
    // port is closed.
    seen.push(
      await fetch(back).then(
        ({ status }) => status,
        () => "closed",
      ),
    );
  });
  assert.is(await world.send(), 200);
  await waitUntil("nine redirects are answered", () => seen.length >= 9);
  const last = seen.pop();
  assert.ok(last === 404 || last === "closed", String(last));
  const policy = "no-referrer";
  assert.equal(seen, [400, policy, 404, policy, 404, policy, 200, policy]);
  assert.equal(world.registered[0]?.["application_type"], "native");
});

test("the page after the redirect says whether the sign-in succeeded", async () => {
  for (const [name, value, text, reason] of [
    [
      "a",
      "b",
      "You are signed in. This page may be closed.",
      "resolved to 200",
    ],
    [
      "error",
      "<b>no</b>",
      "You are not signed in. This page may be closed.",
      "<b>no</b>",
    ],
  ] as const) {
    let said = "";
    const world = browsing(async (back) => {
      const url = new URL(back);
      if (name === "error") url.searchParams.delete("code");
      url.searchParams.set(name, value);
      const answer = await fetch(url);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/);
      said = await answer.text();
    });
    assert.is(await getReason(world.send()), reason);
    await waitUntil("the redirect is answered", () => said !== "");
    assert.is(said, text);
  }
});

requirement("3f88bf9a116c 866cac29fc74");
test("a client registration is replaced when its redirect port is in use", async () => {
  const world = browsing((back) => fetch(back));
  const again = async (): Promise<void> => {
    world.valid.clear();
    world.refreshable.clear();
    assert.is(await world.send(), 200);
  };
  await again();
  await again();
  assert.is(world.registered.length, 1);
  const uri = String(world.registered[0]?.["redirect_uris"]);
  const { createServer } = await import("node:http");
  const blocking = createServer();
  await new Promise<void>((resolve) =>
    blocking.listen(Number(new URL(uri).port), "127.0.0.1", resolve),
  );
  await again();
  assert.is(world.registered.length, 2);
  // If the `redirectUri` option contains a port, the client tries only that
  // port.
  const only = browsing((back) => fetch(back), { redirectUri: uri });
  assert.is(await getReason(only.send()), "no_port");
  blocking.close();
  assert.is(await only.send(), 200);
  assert.equal(only.registered[0]?.["redirect_uris"], [uri]);
});

test("an idle browser connection does not keep the program alive after the redirect", async () => {
  const url = new URL(
    "../../../../runtime/oauth/client/loopback.js",
    import.meta.url,
  );
  const child = spawn(process.execPath, [
    "--input-type=module",
    "-e",
    `import { listenForRedirect } from "${url}";
     const listener = await listenForRedirect(undefined, "s", false);
     console.log(listener.uri);
     process.stdin.once("data", () => (listener.close(), process.stdin.unref()));`,
  ]);
  const [uri] = (await once(child.stdout, "data")) as [Buffer];
  const socket = connect(Number(new URL(String(uri)).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const ended = once(child, "exit");
  child.stdin.write("close");
  assert.equal(await ended, [0, null]);
  socket.destroy();
});

test("a cancelled sign-in closes its loopback port", async () => {
  let back = "";
  const world = browsing(async (address) => void (back = address));
  const cancel = new AbortController();
  const sent = getReason(world.send(cancel.signal));
  await waitUntil("a page opens", () => back !== "");
  cancel.abort(new Error("enough"));
  assert.is(await sent, "enough");
  assert.is(await fetch(back).catch(() => "closed"), "closed");
});

test("a platform without node:http cannot listen for the redirect", async () => {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: undefined });
  const listening = listenForRedirect(undefined, "s", false);
  Object.assign(process, { getBuiltinModule });
  const { reason, message } = await listening.then(
    () => assert.unreachable() as never,
    (error: OAuthError) => error,
  );
  assert.is(reason, "no_port");
  assert.is(
    message,
    "This platform cannot listen for the redirect: set the option `redirectUri` of oauth()",
  );
});

test("each sign-in at a shared loopback port gets only the redirect with its own state", async () => {
  const ports: LoopbackPorts = new Map();
  const first = await listenForRedirect(undefined, "a", false);
  const taken = first.uri;
  const error = await listenForRedirect(taken, "b", true, ports).then(
    () => assert.unreachable() as never,
    (thrown: OAuthError) => thrown,
  );
  assert.is(error.reason, "no_port");
  assert.match(error.message, `Cannot listen at ${taken}: `);
  assert.is(ports.size, 0);
  first.close();

  const [one, two] = [
    await listenForRedirect(taken, "a", true, ports),
    await listenForRedirect(taken, "b", true, ports),
  ];
  assert.equal([one.uri, two.uri, ports.size], [taken, taken, 1]);
  const visit = async (query: string) => {
    const response = await fetch(taken + query);
    assert.is(response.headers.get("cache-control"), "no-store");
    return [response.status, await response.text()];
  };
  const refused = "You are not signed in. This page may be closed.";
  assert.equal(await visit("?state=c&code=1"), [400, refused]);
  assert.equal(await visit("?code=1"), [400, refused]);
  assert.equal(await visit("?state=a&error=denied"), [200, refused]);
  assert.is(await one.answer, `${taken}?state=a&error=denied`);
  one.close();
  assert.is(ports.size, 1);
  const done = "You are signed in. This page may be closed.";
  assert.equal(await visit("?state=b&code=1"), [200, done]);
  assert.equal(await visit("?state=b&code=1"), [404, refused]);
  assert.is(await two.answer, `${taken}?state=b&code=1`);
  two.close();
  assert.is(ports.size, 0);
});

test.run();
