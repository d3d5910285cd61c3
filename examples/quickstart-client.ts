/** Chat client of the MCP quickstart: Claude uses the tools of a server. */
import { createInterface } from "node:readline";
import { createClient, spawn } from "../out/client.js";

const SERVICE =
  process.env["ANTHROPIC_BASE_URL"] ?? "https://api.anthropic.com";
const MAX_TURNS = 10;

interface Answer {
  content: (
    | { type: "text"; text: string }
    | { type: "tool_use"; id: string; name: string; input: object }
  )[];
}

const client = createClient({ name: "chat", version: "1.0.0" });
await client.connect(spawn("node", process.argv.slice(2)));
const tools: { name: string; description?: string; input_schema: object }[] =
  [];
for await (const page of client.pages("tools/list"))
  for (const { name, description, inputSchema } of page.tools)
    tools.push({ name, description, input_schema: inputSchema });
console.log(`Tools: ${tools.map(({ name }) => name).join(", ")}`);

async function askModel(messages: object[]): Promise<Answer> {
  const response = await fetch(new URL("/v1/messages", SERVICE), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
      "x-api-key": process.env["ANTHROPIC_API_KEY"] ?? "",
    },
    body: JSON.stringify({
      model: "claude-sonnet-5",
      max_tokens: 1000,
      messages,
      tools,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

/** Returns the text blocks of a tool result as one text for the model. */
const toText = (content: readonly object[]): string =>
  content.map((block) => ("text" in block ? block.text : "")).join("\n");

async function answer(question: string): Promise<void> {
  const messages: object[] = [{ role: "user", content: question }];
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const { content } = await askModel(messages);
    const results = [];
    for (const block of content)
      if (block.type === "text") console.log(block.text);
      else {
        console.log(`[${block.name} ${JSON.stringify(block.input)}]`);
        const { content, isError } = await client.callTool({
          name: block.name,
          arguments: { ...block.input },
        });
        const use = { type: "tool_result", tool_use_id: block.id };
        results.push({ ...use, content: toText(content), is_error: isError });
      }
    if (results.length === 0) return;
    messages.push({ role: "assistant", content });
    messages.push({ role: "user", content: results });
  }
}

console.log("Ask a question, or end the input with Ctrl-D.");
for await (const line of createInterface({ input: process.stdin }))
  await answer(line).catch((error: Error) => console.log(error.message));
await client.close();
