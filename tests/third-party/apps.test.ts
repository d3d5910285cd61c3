/**
 * Browser test of the host of examples/apps with a published example server of
 * the package @modelcontextprotocol/ext-apps.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { showTool, startHost } from "../harness/browser/apps.js";
import { closeBrowser, selectTest } from "../harness/browser/browser.js";
import { resolveInstalled } from "./programs.js";

const page = suite("page of a server from npm");
const test = await selectTest(page);

test("the page of the npm server basic-vanillajs shows the tool's result, and calls the tool again", async () => {
  const file = "@modelcontextprotocol/server-basic-vanillajs/dist/index.js";
  const host = await startHost([resolveInstalled(file), "--stdio"]);
  try {
    const shown = await showTool(host.url, "get-time");
    const inner = await shown.inner();
    const found = await inner.waitForSelector("#server-time::-p-text(20)");
    const time = /^\d{4}-\d\d-\d\dT/;
    assert.match(
      String(await found?.evaluate(({ textContent }) => textContent)),
      time,
    );
    const next = await inner.evaluate(`new Promise((resolve) => {
      const shown = document.getElementById("server-time");
      const report = () => resolve(shown.textContent);
      new MutationObserver(report).observe(shown, { childList: true });
      document.getElementById("get-time-btn").click();
    })`);
    assert.match(String(next), time);
    await shown.page.close();
  } finally {
    host.stop();
  }
});

page.after(closeBrowser);
page.run();
