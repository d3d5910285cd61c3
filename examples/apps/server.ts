/**
 * Server with a page that shows a clock. One tool has this page as its user
 * interface, and the page itself calls the other tool.
 */
import { readFileSync } from "node:fs";
import { createServer, stdio, tools } from "../../out/2026-07-28/server.js";
import type { ToolPage } from "../../out/2026-07-28/server.js";

const script = readFileSync(new URL("page.js", import.meta.url), "utf8");
const clock: ToolPage = {
  uri: "ui://clock/face.html",
  title: "Clock",
  html: `<!doctype html>
<html lang="en">
  <title>Clock</title>
  <p id="time">No time yet</p>
  <button id="wind">Wind up</button>
  <script type="module">${script}</script>
</html>`,
};

const server = createServer(
  { name: "clock", version: "1.0.0" },
  tools({
    show_time: {
      description: "Shows the time in a city",
      inputSchema: {
        type: "object",
        properties: { city: { type: "string" } },
        required: ["city"],
      },
      ui: clock,
      handler: ({ city }) => `It is noon in ${city}.`,
    },
    // Only the page can call this tool. The host does not offer it to the
    // model.
    wind_up: {
      description: "Winds up the clock",
      ui: clock,
      visibility: ["app"],
      handler: () => "The clock is wound up.",
    },
  }),
);
await server.connect(stdio());
