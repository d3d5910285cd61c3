/** The explorer's page in a browser. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "puppeteer-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explore } from "../../generator/explore/explore.js";
import { readSources } from "../../generator/source/select.js";
import { openPage, startBrowser, type Watched } from "../support/browser.js";
import { temporaryFolder } from "../support/folders.js";
import { bundledModel, REVISIONS } from "../support/models.js";
import { sample, WHOLE } from "../support/whole.js";

const file = join(temporaryFolder(), "explorer.html");
const url = pathToFileURL(file).href;
writeFileSync(file, explore(readSources({ revisions: ["all"] })).html);

const browser = await startBrowser();
const page = suite("explore: browser");
const test = browser ? page : page.skip;
if (!browser) console.log("There is no Chromium: what needs one is skipped.");

/** Each page of the page; axe-core, once a page. */
const AXE = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

let opened: Watched | undefined;

/** The one that most tests share. */
async function shared(): Promise<Page> {
  if (!browser) throw new Error("No browser");
  opened ??= await openPage(browser, url);
  return opened.page;
}

/** Goes to a place of the page. */
async function go(on: Page, hash: string): Promise<void> {
  await on.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  // The event is a task of its own.
  await on.evaluate("new Promise((done) => setTimeout(done))");
}

async function title(on: Page): Promise<string> {
  return (await on.evaluate(
    "document.querySelector('h1').textContent",
  )) as string;
}

page("there is a browser, or what needs one is skipped", () => {
  assert.ok(browser === null || browser.connected);
});

test("opens under its policy, and asks for nothing", async () => {
  await shared();
  assert.equal(opened?.requests, [url]);
  assert.equal(opened?.errors, []);
});

for (const revision of sample(REVISIONS, 1, 7))
  test(`${revision}: every method and type is a click away`, async () => {
    const on = await shared();
    const model = bundledModel(revision);
    await go(on, `#/${revision}`);
    const wanted = [
      ...new Set(model.methods.map(({ method }) => method)),
      ...model.declarations.map(({ name }) => name),
    ];
    const reached = (await on.evaluate(`(async () => {
      const names = [];
      for (const link of [...document.querySelectorAll("#pages details a")]) {
        link.click();
        await new Promise((done) => setTimeout(done));
        names.push(document.querySelector("h1").textContent);
      }
      return names;
    })()`)) as string[];
    assert.equal([...reached].sort(), [...wanted].sort());
    assert.equal(opened?.errors, []);
  });

/** One place of each kind. */
const PLACES = [
  "#/",
  "#/2025-11-25",
  "#/2025-11-25/methods/tools/call",
  "#/2026-07-28/types/CallToolResult",
  "#/diff/2025-06-18/2025-11-25",
  "#/2026-07-28/conversation",
  "#/2025-06-18/check",
];
const LOOKS = [
  { width: 1400, theme: "light" },
  { width: 1400, theme: "dark" },
  { width: 360, theme: "light" },
  { width: 360, theme: "dark" },
];

for (const [at, look] of (WHOLE ? LOOKS : [LOOKS[0], LOOKS[3]]).entries())
  test(`${look?.width} pixels, ${look?.theme}: accessible, and no wider`, async () => {
    if (!browser) return;
    const own = await openPage(browser, url, look);
    const { page: on } = own;
    await on.evaluate(AXE);
    for (const place of sample(PLACES, 3, at)) {
      await go(on, place);
      if (place.endsWith("/check"))
        await on.evaluate(`${button("Paste an example")}.click()`);
      const wide = await on.evaluate("document.documentElement.scrollWidth");
      assert.is(wide, look?.width, place);
      const found = await violations(on);
      assert.equal(found, [], place);
    }
    assert.equal(own.errors, []);
    await on.close();
  });

function button(text: string): string {
  return `[...document.querySelectorAll("button")].find((one) => one.textContent === ${JSON.stringify(text)})`;
}

async function violations(on: Page): Promise<unknown> {
  return on.evaluate(`(async () => {
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" "));
  })()`);
}

page.after(async () => {
  await browser?.close();
});

page.run();
