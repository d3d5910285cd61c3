/** What crosses between a host and its servers: consent, limits, and a record. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ConsentHooks } from "../../templates/runtime/host/consent/consent.js";
import { later } from "../tasks/support.js";
import { everything, hostsOf, namesOf, REVISIONS } from "./support.js";
import type { Fields } from "../interop/modules.js";

for (const revision of REVISIONS) {
  const test = suite(`what crosses in a host at ${revision}`);
  const { hosting } = await hostsOf(revision);
  /** A host that is connected to a server with one of everything. */
  const hosted = (options: object, use: Parameters<typeof hosting>[2]) =>
    hosting({ one: everything("one") }, options, async (host, audit) => {
      await host.connect();
      audit.length = 0;
      await use(host, audit);
    });

  test("calls: shown, edited, refused, and on record", async () => {
    const consent: ConsentHooks = {
      callTool: ({ tool, arguments: args }) =>
        args["no"] !== undefined
          ? false
          : { allow: true, value: { ...args, tool } },
      resource: ({ uri }) => uri !== "x:secret",
    };
    await hosted({ consent }, async (host, audit) => {
      const called = await host.callTool({
        name: "one__echo",
        arguments: {},
      });
      assert.is(called.content[0]?.["text"], 'one: {"tool":"echo"}');
      const no = { name: "one__echo", arguments: { no: 1 } };
      await refusedBy(host.callTool(no));
      await refusedBy(host.readResource({ uri: "mcp:one/x:secret" }));
      assert.equal(
        audit.map(({ what, name, decision }) => [what, name, decision]),
        [
          ["tools/call", "echo", "approved"],
          ["tools/call", "echo", "refused"],
          ["resources/read", "x:secret", "refused"],
        ],
      );
      assert.ok(audit.every(({ from }) => from === "host"));
      assert.ok(audit.every(({ size }) => size > 0));
    });
  });

  test("tools that a configuration switches off are neither listed nor called", async () => {
    const config = { command: "one", includeTools: ["echo", "liar"] };
    const servers = { one: { ...config, disabledTools: ["liar"] } };
    await hosted({ servers }, async (host) => {
      assert.equal(namesOf(host.tools), ["one__echo"]);
      for (const tool of ["liar", "ask"]) {
        const called = await host
          .callTool({ name: `one__${tool}` })
          .catch(({ code, message }) => [code, message]);
        assert.equal(called, [-32602, `The tool ${tool} of one is disabled`]);
      }
    });
  });

  test("a request waits as long as the configuration says, or the caller", async () => {
    const never = {
      ...everything("one"),
      "prompts/get": () => later().promise,
    };
    const servers = { one: { command: "one", timeout: 20 } };
    await hosting({ one: never }, { servers }, async (host) => {
      await host.connect();
      for (const [options, limit] of [
        [{}, 20],
        [{ timeout: 10 }, 10],
      ] as const) {
        const got = await host
          .getPrompt({ name: "one__p" }, options)
          .catch(({ message }) => message);
        assert.is(got, `No answer to prompts/get within ${limit} ms`);
      }
    });
  });

  test("sampling: prompt and result edited, or refused", async () => {
    let allow = true;
    const consent: ConsentHooks = {
      sampling: ({ params }) => ({
        allow: true,
        value: { ...params, maxTokens: 99 },
      }),
      sampled: ({ result }) => ({
        allow,
        value: { ...result, content: { type: "text", text: "cut" } },
      }),
    };
    await hosted({ consent }, async (host, audit) => {
      const call = { name: "one__ask", arguments: { what: "sample" } };
      const asked = await host.callTool(call);
      assert.match(String(asked.content[0]?.["text"]), '"text":"cut"');
      allow = false;
      const failed = await host
        .callTool(call)
        .then((result) => (result as Fields)["isError"])
        .catch((error: { code?: number; fault?: string }) =>
          String(error.fault ?? error.code),
        );
      // An error of the server, that was told; or of this side, that did not ask it again.
      assert.is(failed, revision === "2025-06-18" ? "-32603" : "input");
      assert.equal(
        audit
          .filter(({ from }) => from === "server")
          .map(({ what, decision }) => [what, decision]),
        [
          ["sampling/createMessage", "approved"],
          ["sampling/createMessage", "refused"],
        ],
      );
    });
  });

  test("elicitation and roots: the user decides", async () => {
    const consent: ConsentHooks = {
      elicitation: () => false,
      root: ({ uri }) => uri === "file:///b",
    };
    await hosted({ consent }, async (host) => {
      const ask = async (what: string): Promise<unknown> =>
        (await host.callTool({ name: "one__ask", arguments: { what } }))
          .content[0]?.["text"];
      assert.is(await ask("elicit"), "one: decline");
      assert.match(String(await ask("roots")), '[{"uri":"file:///b"}]');
    });
  });

  test("a server may ask for so much, and no more", async () => {
    await hosted({ limits: { inputs: 1 } }, async (host, audit) => {
      const call = { name: "one__ask", arguments: { what: "sample" } };
      await host.callTool(call);
      await host.callTool(call).catch(() => {});
      assert.equal(
        audit
          .filter(({ from }) => from === "server")
          .map(({ decision }) => decision),
        ["allowed", "limited"],
      );
    });
  });

  test("a tool that does not keep to its schema is not believed", async () => {
    await hosted({}, async (host) => {
      const error = await host
        .callTool({ name: "one__liar" })
        .catch((one: Error) => one);
      assert.match(
        (error as Error).message,
        "does not keep to its output schema",
      );
    });
  });

  test.run();
}

/** The protocol's own error of what a user does not want. */
async function refusedBy(promise: Promise<unknown>): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (one: { code: number }) => one,
  );
  assert.is(error?.code, -1);
}
