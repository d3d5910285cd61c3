/**
 * Tests of a client that validates tool results against the output schemas of
 * the tools.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closePairs, pair } from "../harness/generated/pair.js";
import { load } from "../harness/generated/load.js";
import { ToolOutputValidator } from "../../runtime/features/client/output-validator.js";
import { assertThrows } from "../harness/run/throws.js";

const test = suite("client: output validator");
test.after.each(closePairs);

const properties = { sum: { type: "number" } };
const SUM = {
  name: "sum",
  inputSchema: { type: "object" },
  outputSchema: { type: "object", properties, required: ["sum"] },
};

const RESULTS: readonly (readonly [string, object, string?])[] = [
  ["valid structured content", { structuredContent: { sum: 1 } }],
  [
    "structured content with a wrong type",
    { structuredContent: { sum: "1" } },
    "sum must be number",
  ],
  ["incomplete structured content", { structuredContent: {} }, 'needs "sum"'],
  ["an error with invalid content", { structuredContent: {}, isError: true }],
  ["an error without structured content", { isError: true }],
  ["no structured content", {}, "structuredContent is missing"],
];

/**
 * Calls a tool before and after the client lists the tools. Returns the errors
 * of both calls.
 */
async function problems(
  revision: string,
  result: object,
  checked = true,
): Promise<unknown[]> {
  const { outputValidator } = await load(revision, "client");
  const options = checked ? { validateOutput: outputValidator() } : {};
  const { client } = await pair(revision, {}, options, {
    "tools/list": () => ({ tools: [SUM] }),
    "tools/call": () => ({ content: [], ...result }),
  });
  const call = (): Promise<unknown> =>
    client.callTool({ name: "sum", arguments: {} }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
  // Before the client lists the tools, it does not know the output schema.
  const before = await call();
  await client.listTools();
  return [before, await call()];
}

for (const revision of ["2025-06-18", "2026-07-28"])
  for (const [title, result, problem] of RESULTS)
    test(`${revision}: a client ${problem ? "refuses" : "accepts"} a tool result with ${title}`, async () => {
      const text =
        problem &&
        `The tool sum returned a result that does not match its output schema: ${problem}`;
      assert.equal(await problems(revision, result), [undefined, text]);
    });

test("2025-11-25: a client does not validate a task handle against the tool's output schema", async () => {
  const { createServer, memory, tasks, tools } = await load(
    "2025-11-25",
    "server",
  );
  const { createClient, outputValidator } = await load("2025-11-25", "client");
  const info = { name: "test", version: "1" };
  const handler = () => ({ structuredContent: { sum: 1 } });
  const { outputSchema } = SUM;
  const sum = { taskSupport: "optional", outputSchema, handler };
  const server = createServer(info, { ...tools({ sum }), ...tasks({}) });
  const validateOutput = outputValidator();
  const client = createClient(info, {}, { validateOutput });
  const [near, far] = memory();
  await Promise.all([server.connect(far), client.connect(near)]);
  await client.listTools();
  const handle = (await client.callTool({ name: "sum" }, {
    task: true,
  } as never)) as unknown as { result(): Promise<object> };
  const { structuredContent } = (await handle.result()) as never;
  assert.equal(structuredContent, { sum: 1 });
  await client.close();
});

test("an output validator refuses a tool result if the tool's output schema is invalid", () => {
  const outputs = new ToolOutputValidator(() => {});
  const result = { structuredContent: {} };
  assertThrows(
    () => outputs.assertValid("The tool t", { type: "x" }, result),
    "The tool t returned a result that does not match its output schema: Unknown type: x",
  );
});

test("a client without an output validator accepts an invalid tool result", async () => {
  const said = await problems("2025-06-18", { structuredContent: {} }, false);
  assert.equal(said, [undefined, undefined]);
});

test.run();
