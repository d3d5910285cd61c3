/**
 * Connects clients of the official SDK v2 with a generated multi-version
 * server.
 */
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as NewHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  startProgram,
  stopServer,
  Watch,
} from "../../harness/http/programs.js";
import { defer } from "../../harness/run/deferred.js";
import { tap } from "../../harness/peers/tap.js";
import {
  load,
  program,
  type Validators,
} from "../../harness/generated/load.js";
import { MODERN } from "../../harness/wire/multi-version.js";

const test = suite("multi-version server: clients of the official SDK");

const SERVER = `
import { createServer, listen, prompts, resources, stdio, tools } from "./server.js";
const link = { type: "resource_link", uri: "x://y", name: "n", title: "T" };
const audio = { type: "audio", data: "AAAA", mimeType: "audio/wav" };
const question = { method: "elicitation/create", params: { message: "?", requestedSchema: { type: "object", properties: { a: { type: "string", default: "b" } } } } };
const sampling = { method: "sampling/createMessage", params: { maxTokens: 9, messages: [{ role: "user", content: [{ type: "text", text: "?" }] }] } };
const asking = (inputRequests, requestState) => ({ resultType: "input_required", inputRequests, requestState });
const paramsOf = (ctx) => ctx.message.params;
const files = resources({ "x://y": { title: "Y", mimeType: "text/plain", read: () => "text" } }, { subscribe: true });
const made = tools({
  content: { title: "C", outputSchema: { type: "object" }, handler: async (_args, ctx) => {
    ctx.log("info", "logged"); ctx.progress(1, 2, "half");
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { content: [audio, link], structuredContent: { a: 1 } };
  } },
  ask: { handler: (_args, ctx) => {
    const { inputResponses: given, requestState } = paramsOf(ctx);
    if (given?.model) return JSON.stringify([given.model.content, requestState]);
    return asking({ model: sampling, where: { method: "roots/list" } }, "state");
  } },
  touch: { handler: () => { files.updated("x://y"); return "touched"; } },
  hang: { handler: (_args, ctx) => new Promise((_resolve, reject) => {
    files.updated("x://y");
    ctx.signal.addEventListener("abort", () => {
      files.updated("x://y");
      reject(new Error("aborted"));
    });
  }) },
  form: { handler: (_args, ctx) => {
    const { user } = paramsOf(ctx).inputResponses ?? {};
    return user ? JSON.stringify(user.content) : asking({ user: question });
  } },
});

const server = createServer({ name: "s", version: "1", title: "S" }, {
  ...made,
  ...prompts({ p: { title: "P", handler: () => [{ role: "user", content: link }] } }),
  ...files,
}, { capabilities: { logging: {} } });
if (process.argv[2] === "stdio") await server.connect(stdio());
else console.log((await listen(server)).url);
`;

const MODES = [
  [MODERN, { pin: MODERN }],
  [MODERN, "auto"],
  ["2025-11-25", "legacy"],
] as const;

for (const [revision, mode] of MODES) {
  for (const kind of ["stdio", "http"] as const)
    test(`a client of SDK v2 with the negotiation mode ${JSON.stringify(mode)} uses all features of a generated server over ${kind}`, async () => {
      const watch = new Watch(
        await load<Validators>("all", `${revision}/validators`),
      );
      const file = await program("all", SERVER);
      const server = kind === "http" ? await startProgram(file) : undefined;
      const info = { name: "sdk", version: "2" };
      const client = new NewClient(info, {
        versionNegotiation: { mode },
        capabilities: { elicitation: { form: {} }, roots: {}, sampling: {} },
      });
      const accepted = { action: "accept", content: { a: "c" } } as const;
      const content = { type: "text", text: "sampled" } as const;
      const sampled = { role: "assistant", content, model: "m" } as const;
      client.setRequestHandler("elicitation/create", () => accepted);
      client.setRequestHandler("roots/list", () => ({ roots: [] }));
      client.setRequestHandler("sampling/createMessage", () => sampled);
      const errors: Error[] = [];
      client.onerror = (error) => errors.push(error);
      const transport = server
        ? new NewHttp(new URL(server.url))
        : new NewStdio({ command: process.execPath, args: [file, "stdio"] });
      await client.connect(tap(transport as never, watch.taps));
      assert.is(client.getNegotiatedProtocolVersion(), revision);
      assert.is((await client.listTools()).tools.length, 5);
      const result = await client.callTool({ name: "content", arguments: {} });
      assert.equal(
        (result.content as { type: string }[]).map(({ type }) => type),
        ["audio", "resource_link"],
      );
      const { resources } = await client.listResources();
      for (const { uri } of resources) await client.readResource({ uri });
      assert.is((await client.listPrompts()).prompts.length, 1);
      const said = async (name: string): Promise<string | undefined> => {
        const { content } = await client.callTool({ name, arguments: {} });
        return (content as { text?: string }[])[0]?.text;
      };
      const answer = JSON.stringify([content]).slice(0, -1);
      assert.match((await said("ask")) ?? "", `${answer},`);
      assert.is(await said("form"), '{"a":"c"}');
      const heard: string[] = [];
      let told = defer();
      const updated = "notifications/resources/updated";
      client.setNotificationHandler(updated, ({ params }) => {
        heard.push(params.uri);
        told.resolve();
      });
      const uri = "x://y";
      const subscription =
        revision === MODERN
          ? await client.listen({ resourceSubscriptions: [uri] })
          : await client.subscribeResource({ uri });
      assert.is(await said("touch"), "touched");
      await told.promise;
      // The handler of the call sends a notification when it starts, and
      // another one when the server aborts the cancelled call.
      told = defer();
      const stop = new AbortController();
      const hang = { name: "hang", arguments: {} };
      const hung = client.callTool(hang, { signal: stop.signal });
      const outcome = hung.then(String, () => "given up");
      await told.promise;
      told = defer();
      stop.abort();
      assert.is(await outcome, "given up");
      await told.promise;
      assert.equal(heard, [uri, uri, uri]);
      if ("close" in subscription)
        await (subscription as { close(): Promise<void> }).close();
      // Check before `close`, because `close` reports each open stream as an
      // error.
      assert.equal(errors.map(String), []);
      await client.close();
      assert.equal(watch.problems, []);
      if (server) assert.equal(await stopServer(server.child), [0, null]);
    });
}

test.run();
