/**
 * Tests that the first line of a compiler error describes the mistake, for
 * common mistakes of users.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { typeCheck } from "../harness/program/compiler.js";
import { temporaryFolder, writeTree } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { parseCases } from "../harness/run/cases.js";
import { sample } from "../harness/run/sampling.js";
import { symlinkSync } from "node:fs";
import { join } from "node:path";

const test = suite("proof: compiler errors");

const HEAD = `
import { createServer, prompts, resources, tool, tools } from "./out/server.js";
import { createClient } from "./out/client.js";
const info = { name: "a", version: "1" };
const client = createClient(info);
const outputSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] } as const;
`;

/**
 * Test cases: an invalid statement, and a part of the first line of the
 * compiler error for this statement.
 */
const MISTAKES = parseCases(`
# tools({ a: { handler: () => 5 } });
=> Type 'number' is not assignable to type 'Awaitable<ToolOutput>'
# tools({ a: { handler: async () => ({ degrees: 5 }) } });
=> Type 'Promise<{ degrees: number; }>' is not assignable to type 'Awaitable<ToolOutput>'
# tools({ a: { handler: () => ({ content: "text" }) } });
=> Type 'string' is not assignable to type 'ContentBlock[]'
# tools({ a: { handler: () => ({ content: [{ type: "txt", text: "a" }] }) } });
=> Did you mean '"text"'?
# tools({ a: { handler: () => ({ content: [{ type: "text" }] }) } });
=> Type '{ type: "text"; }' is not assignable to type 'ContentBlock'
# tools({ a: { handle: () => "a" } });
=> Did you mean to write 'handler'?
# tool({ outputSchema, handler: () => "text" });
=> Type 'string' is not assignable to type 'Awaitable<FailedResult | StructuredResult<
# tool({ outputSchema, handler: () => ({ structuredContent: {} }) });
=> Property 'n' is missing in type '{}'
# tool({ outputSchema, handler: () => ({ structuredContent: { n: "1" } }) });
=> Type 'string' is not assignable to type 'number'
# resources({ "a://1": { read: () => ({ text: "a" }) } });
=> Type '{ text: string; }' is not assignable to type 'Awaitable<ResourceOutput | undefined>'
# prompts({ a: { handler: () => ({ message: [] }) } });
=> Type '{ message: never[]; }' is not assignable to type 'Awaitable<PromptOutput>'
# createServer(info, { "tools/list": () => ({ tool: [] }), "tools/call": () => ({ content: [] }) });
=> is not assignable to type 'ServerRequestHandler<"tools/list">'
# createServer(info, [tools({}), { "prompts/list": () => ({ prompt: [] }) }]);
=> is not assignable to type 'ServerRequestHandler<"prompts/list">'
# createServer(info, [tools({}), { "prompt/list": () => ({ prompts: [] }) }]);
=> '"prompt/list"' does not exist in type
# createServer(info, "tools");
=> Argument of type '"tools"' is not assignable
# createServer(info, {}, { instruction: "a" });
=> Did you mean to write 'instructions'?
# client.request("tool/call", { name: "a" });
=> Argument of type '"tool/call"' is not assignable to parameter of type 'keyof ClientRequests'
# client.request("tools/call", { name: 5 });
=> Type 'number' is not assignable to type 'string'
# client.request("resources/read", { url: "a" });
=> 'url' does not exist in type
# client.request("tools/call");
=> Expected 2-3 arguments, but got 1
# client.callTool({ name: "a", args: {} });
=> 'args' does not exist in type
# client.callTool({ name: "a" }).content;
=> Property 'content' does not exist on type 'Promise<CallToolResult>'
# client.listAll("tools/call");
=> Argument of type '"tools/call"' is not assignable to parameter of type 'PagedMethod'
# createClient(info, { "roots/list": () => [] });
=> Type '() => never[]' is not assignable to type 'Client
# createClient(info, {}, { strickt: true });
=> Did you mean to write 'strict'?
`);

for (const revision of sample(["2025-11-25", "2026-07-28", "all"], 1))
  test(`${revision}: the first line of a compiler error names the user's mistake`, async () => {
    const folder = temporaryFolder();
    symlinkSync(await getOutput(revision), join(folder, "out"));
    const lines = MISTAKES.map(([mistake]) => mistake);
    writeTree(folder, { "main.ts": HEAD + lines.join("\n") });
    const said = await typeCheck(folder, {
      files: ["main.ts"],
      args: ["--pretty", "false"],
    });
    const first = HEAD.split("\n").length;
    for (const [index, [mistake, , [says = ""]]] of MISTAKES.entries()) {
      const about = new RegExp(`^main\\.ts\\(${first + index},.*`, "gm");
      const [line = "", ...more] = said.match(about) ?? [];
      assert.ok(line.includes(says), `${mistake}\n${line}\ninstead of ${says}`);
      assert.ok(line.length < 300, `${mistake}\n${line}`);
      assert.equal(more, [], mistake);
    }
  });

test.run();
