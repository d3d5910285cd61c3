/** Script of the page that `server.ts` publishes. */
import { createApp } from "../../out/2026-07-28/app.js";

const find = (id: string) => document.getElementById(id) as HTMLElement;
const getText = (content: readonly object[]): string =>
  content.map((block) => ("text" in block ? block.text : "")).join(" ");

const app = createApp(
  { name: "clock-page", version: "1.0.0" },
  {
    "ui/notifications/tool-result": ({ content }) => {
      find("time").textContent = getText(content);
    },
    "ui/notifications/host-context-changed": ({ theme }) => {
      if (theme) document.documentElement.dataset["theme"] = theme;
    },
  },
);
find("wind").addEventListener("click", async () => {
  const { content } = await app.request("tools/call", { name: "wind_up" });
  find("time").textContent = getText(content);
});
await app.connect();
