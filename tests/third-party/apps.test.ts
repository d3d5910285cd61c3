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
    const getTime = async () => {
      const found = await inner.waitForSelector("#server-time::-p-text(20)");
      return found?.evaluate(({ textContent }) => textContent);
    };
    const first = await getTime();
    assert.match(first ?? "", /^\d{4}-\d\d-\d\dT/);
    await inner.click("#get-time-btn");
    await inner.waitForFunction(
      `document.getElementById("server-time").textContent !== "${first}"`,
    );
    assert.match((await getTime()) ?? "", /^\d{4}-\d\d-\d\dT/);
    await shown.page.close();
  } finally {
    host.stop();
  }
});

page.after(closeBrowser);
page.run();
