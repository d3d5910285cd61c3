import { createClient, spawn } from "../out/client.js";

const client = createClient({ name: "ask", version: "1.0.0" });
await client.connect(spawn("node", process.argv.slice(2)));
const { content } = await client.callTool({
  name: "get_weather",
  arguments: { city: "Lisbon" },
});
for (const block of content) if (block.type === "text") console.log(block.text);
await client.close();
