/** Tests of the HTTP client after the server has ended the client's session. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { http } from "../../../../runtime/http/client/client.js";
import { createPeers, spyFetch } from "../../../harness/http/client.js";
import { waitUntil } from "../../../harness/run/time-limit.js";
import { CLIENT } from "../../../harness/wire/wire.js";
import { SESSIONS } from "../../../harness/http/site.js";

const test = suite("http client: lost sessions");
const { serve, openClient } = createPeers(test);

for (const refusing of [false, true])
  test(`the client ${refusing ? "reports the subscriptions and the log level that a new session refuses" : "restores its subscriptions and its log level in a new session"}`, async () => {
    let asked: string[] = [];
    let refuse = false;
    const note =
      (what: string) =>
      ({ uri, level }: { uri?: string; level?: string }) => {
        asked.push(`${what} ${uri ?? level}`);
        if (refuse || uri === "x:refused") throw new Error("no");
        return {};
      };
    const { url } = await serve(SESSIONS, {
      "tools/list": () => ({ tools: [] }),
      "resources/list": () => ({ resources: [] }),
      "resources/subscribe": note("on") as never,
      "resources/unsubscribe": note("off") as never,
      "logging/setLevel": note("level") as never,
    });
    const { client, errors } = openClient(CLIENT);
    const spy = spyFetch();
    let session = "";
    await client.connect(
      http(url, {
        fetch: (address, init) => {
          session = init.headers["mcp-session-id"] ?? session;
          return spy.fetch(address, init);
        },
      }),
    );
    for (const level of ["error", "info"])
      await client.request("logging/setLevel", { level });
    for (const uri of ["x:a", "x:b", "x:a"])
      await client.request("resources/subscribe", { uri });
    await client.request("resources/unsubscribe", { uri: "x:b" });
    await client
      .request("resources/subscribe", { uri: "x:refused" })
      .catch(() => {});
    asked = [];
    refuse = refusing;
    for (let lost = 0; lost < 2; lost += 1) {
      const headers = { "mcp-session-id": session };
      await (await fetch(url, { method: "DELETE", headers })).body?.cancel();
      await client.request("tools/list");
      await waitUntil("both requests are repeated", () => asked.length >= 2);
      assert.equal(asked.splice(0), ["level info", "on x:a"]);
    }
    const lost = [
      "The session was reopened, but the server rejected logging/setLevel of info",
      "The session was reopened, but the server rejected resources/subscribe of x:a",
    ];
    const expected = refusing ? [...lost, ...lost] : [];
    const told = () => errors.filter((text) => text.includes("was reopened"));
    await waitUntil(
      "the errors are reported",
      () => told().length >= expected.length,
    );
    assert.equal(told(), expected);
  });

test.run();
