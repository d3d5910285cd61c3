/**
 * Tests of the rules for messages between a host and its servers: consent,
 * limits and audit.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ConsentHooks } from "../../../runtime/host/consent/consent.js";
import { closing } from "../../harness/run/closing.js";
import { defer } from "../../harness/run/deferred.js";
import { settled } from "../../harness/tasks/receiver.js";
import {
  everything,
  loadHosts,
  getNames,
  REVISIONS,
} from "../../harness/host/host.js";
import type { AuditEntry } from "../../../runtime/host/consent/audit.js";
import { requirement } from "../../harness/run/requirement.js";
import { waitUntil } from "../../harness/run/time-limit.js";

for (const revision of REVISIONS) {
  const test = suite(`host consent at ${revision}`);
  const { createMemoryHost } = await loadHosts(revision, closing(test));
  /** Connects a host to a server with one feature of each kind. */
  const connectHost = async (options: object) => {
    const { host, audit } = createMemoryHost(
      { one: everything("one") },
      options,
    );
    await host.connect();
    audit.length = 0;
    return { host, audit };
  };

  /**
   * Returns the audit entries for the messages that one side (host or server)
   * sent, each as text with the decision about the message.
   */
  const decided = (audit: readonly AuditEntry[], by: string): string[] =>
    audit
      .filter(({ from }) => from === by)
      .map(({ what, name, decision }) => `${what} ${name ?? ""} ${decision}`);

  test("the hooks `callTool` and `resource` can edit or refuse calls, and each call is audited", async () => {
    const consent: ConsentHooks = {
      callTool: ({ server, tool, arguments: args }) =>
        args["no"] === undefined && {
          allow: true,
          value: { ...args, is: `${tool} of ${server}` },
        },
      resource: ({ server, uri }) => server !== "one" || uri !== "x:secret",
    };
    const { host, audit } = await connectHost({ consent });
    const call = (args: object) =>
      host.callTool({ name: "one__echo", arguments: args });
    const { content } = await call({});
    assert.is(content[0]?.text, 'one: {"is":"echo of one"}');
    // MCP uses the error code -1 if the user rejects a request.
    const secret = { uri: "mcp:one/x:secret" };
    const getCode = (error: { code: number }) => error.code;
    assert.is(await call({ no: 1 }).catch(getCode), -1);
    assert.is(await host.readResource(secret).catch(getCode), -1);
    assert.equal(decided(audit, "host"), [
      "tools/call echo approved",
      "tools/call echo refused",
      "resources/read x:secret refused",
    ]);
    assert.ok(audit.every(({ size }) => size > 0));
  });

  test("the host neither lists nor calls disabled tools", async () => {
    const config = { command: "one", includeTools: ["echo", "liar"] };
    const servers = { one: { ...config, disabledTools: ["liar"] } };
    const { host } = await connectHost({ servers });
    assert.equal(getNames(host.tools), ["one__echo"]);
    const patterns = [
      ["e*o", true],
      ["*", true],
      ["echo*", true],
      ["*ho*ho", false],
      ["ec*ho*o", false],
      ["x*", false],
    ] as const;
    for (const [pattern, isIncluded] of patterns) {
      const included = { command: "one", includeTools: [pattern] };
      const { host } = await connectHost({ servers: { one: included } });
      const found = getNames(host.tools).includes("one__echo");
      assert.equal([pattern, found], [pattern, isIncluded]);
    }
    for (const tool of ["liar", "ask"]) {
      const called = await host
        .callTool({ name: `one__${tool}` })
        .catch(({ code, message }) => [code, message]);
      assert.equal(called, [-32602, `The tool ${tool} of one is disabled`]);
    }
  });

  test("the host refuses a call of a tool with a misspelled name before it asks for consent", async () => {
    const fail = () => Promise.reject(new Error("asked"));
    const consent: ConsentHooks = { callTool: fail };
    const { host, audit } = await connectHost({ consent });
    const called = await host
      .callTool({ name: "one__ecko" })
      .catch(({ code, message }) => [code, message]);
    assert.equal(called, [-32602, "Unknown tool: ecko. Did you mean echo?"]);
    assert.equal(decided(audit, "host"), ["tools/call ecko failed"]);
  });

  test("a request of the host has the timeout from the options of the call, or else from the server's configuration", async () => {
    const prompt = () => defer().promise;
    const one = { ...everything("one"), "prompts/get": prompt };
    // The timeout also applies to connecting, so it must be long enough on a
    // busy machine.
    const servers = { one: { command: "one", timeout: 500 } };
    const { host } = createMemoryHost({ one }, { servers });
    await host.connect();
    for (const options of [{}, { timeout: 10 }]) {
      const { timeout } = { timeout: 500, ...options };
      const got = await host
        .getPrompt({ name: "one__p" }, options)
        .catch(({ message }) => message);
      assert.is(got, `No answer to prompts/get within ${timeout} ms`);
    }
  });

  test("the sampling hooks edit or refuse the prompt and the result of a sampling request", async () => {
    let allow = true;
    const content = { type: "text", text: "cut" };
    const consent: ConsentHooks = {
      sampling: ({ params }) => ({
        allow: true,
        value: { ...params, maxTokens: 99 },
      }),
      sampled: ({ result }) => ({ allow, value: { ...result, content } }),
    };
    const { host, audit } = await connectHost({ consent });
    const call = { name: "one__ask", arguments: { what: "sample" } };
    const asked = await host.callTool(call);
    assert.match(asked.content[0]?.text ?? "", '"text":"cut"');
    allow = false;
    const failed = await host
      .callTool(call)
      .catch(({ fault, code }) => String(fault ?? code));
    // At 2025-06-18 the handler of the server fails, because its sampling
    // request is refused. At 2026-07-28 the client refuses the input request
    // and does not retry the call.
    assert.is(failed, revision === "2025-06-18" ? "-32603" : "input");
    assert.equal(decided(audit, "server"), [
      "sampling/createMessage  approved",
      "sampling/createMessage  refused",
    ]);
  });

  test("the elicitation hook can decline requests, and the root hook can remove roots", async () => {
    const consent: ConsentHooks = {
      elicitation: () => false,
      root: ({ uri }) => uri === "file:///b",
    };
    const { host } = await connectHost({ consent });
    const ask = async (what: string): Promise<string | undefined> => {
      const call = { name: "one__ask", arguments: { what } };
      return (await host.callTool(call)).content[0]?.text;
    };
    assert.is(await ask("elicit"), "one: decline");
    assert.match((await ask("roots")) ?? "", '[{"uri":"file:///b"}]');
  });

  test("an audit entry for `roots/list` has the decision `refused` if the root hook refuses one of several roots", async () => {
    for (const hidden of ["file:///a", "file:///b"]) {
      const root = ({ uri }: { uri: string }) => uri !== hidden;
      const { host, audit } = await connectHost({ consent: { root } });
      await host.callTool({ name: "one__ask", arguments: { what: "roots" } });
      assert.equal(decided(audit, "server"), ["roots/list  refused"]);
    }
  });

  test("when a server has sent as many input requests as the limit `inputs` allows, the host refuses its further ones", async () => {
    for (const what of ["sample", "elicit"]) {
      const { host, audit } = await connectHost({ limits: { inputs: 1 } });
      const call = { name: "one__ask", arguments: { what } };
      await host.callTool(call);
      await host.callTool(call).catch(() => {});
      assert.equal(
        decided(audit, "server").map((entry) => entry.split(" ").at(-1)),
        ["allowed", "limited"],
      );
    }
  });

  test("concurrent calls that request the same roots wait for one consent prompt, instead of opening one prompt each", async () => {
    const asked: string[] = [];
    const answer = defer<boolean>();
    const root = ({ uri }: { uri: string }) => {
      asked.push(uri);
      return answer.promise;
    };
    const { host } = await connectHost({ consent: { root } });
    const call = { name: "one__ask", arguments: { what: "roots" } };
    const calls = Array.from({ length: 10 }, () => host.callTool(call));
    await waitUntil("consent is asked", () => asked.length > 0);
    await settled();
    assert.equal(asked, ["file:///a"]);
    answer.resolve(true);
    for (const result of calls)
      assert.match((await result).content[0]?.text ?? "", "file:///b");
    const before = asked.length;
    assert.ok(before < 20, asked.join());
    // After the concurrent calls have ended, another call prompts the user
    // again.
    await host.callTool(call);
    assert.is(asked.length, before + 2);
  });

  requirement("649c8892dcd1");
  test("the host rejects a tool result that does not match the output schema", async () => {
    const { host } = await connectHost({});
    const problem = await host
      .callTool({ name: "one__liar" })
      .catch(({ message }) => message);
    assert.match(problem, "does not match its output schema");
  });

  test.run();
}
