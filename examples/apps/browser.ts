/**
 * Script of the host's HTML document. The script shows the page of a tool in a
 * frame.
 */
import { McpError } from "../../out/2026-07-28/app.js";
import { showPage, type PageFrame } from "./frame.js";

/** Sends a request to the program `host.ts`. */
async function send(path: string, body: object): Promise<never> {
  const headers = { "content-type": "application/json" };
  const text = JSON.stringify(body);
  const response = await fetch(path, { method: "POST", headers, body: text });
  const answer = (await response.json()) as { code: number; message: string };
  if (!response.ok) throw new McpError(answer.code, answer.message);
  return answer as never;
}

/** Calls a tool and shows the tool's page. */
async function show(name: string, args: object): Promise<PageFrame> {
  const { id, page, result } = await send("/call", { name, arguments: args });
  const frame = document.createElement("iframe");
  document.querySelector("main")?.append(frame);
  const { sandbox = "" } = document.documentElement.dataset;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const shown = showPage(
    frame,
    {
      "tools/call": (params) =>
        send("/request", { id, method: "tools/call", params }),
      "resources/read": (params) =>
        send("/request", { id, method: "resources/read", params }),
      "ui/open-link": ({ url }) => {
        const isAllowed = confirm(`Open ${url}?`);
        if (isAllowed) open(url, "_blank", "noopener");
        return { isError: !isAllowed };
      },
      "ui/notifications/size-changed": ({ height = 0 }) => {
        frame.style.height = `${Math.min(height, 600)}px`;
      },
    },
    {
      sandbox,
      page,
      info: { name: "example-host", version: "1.0.0" },
      context: { theme: dark ? "dark" : "light" },
      onClosed: (error) => {
        if (error) document.title = error.message;
      },
    },
  );
  shown.notify("ui/notifications/tool-input", { arguments: { ...args } });
  shown.notify("ui/notifications/tool-result", result);
  return shown;
}

// For example: http://127.0.0.1:3000/?tool=example__show_time&city=Oslo
const { tool, ...args } = Object.fromEntries(
  new URLSearchParams(location.search),
);
if (tool) await show(tool, args);

// Make these functions available in the developer tools of the browser.
Object.assign(globalThis, { show, showPage });
