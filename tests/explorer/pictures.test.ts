/**
 * Renders the explorer views that the pictures in docs/explorer.md show.
 * MCP_PICTURES=1 (`make pictures`) also writes the picture files. The pictures
 * are not compared, because fonts differ between machines.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import {
  getButton,
  closeBrowser,
  navigate,
  openPage,
  selectTest,
} from "../harness/browser/browser.js";
import { explorerFile, serverPage } from "../harness/browser/explorer.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { sample } from "../harness/run/sampling.js";

const FOLDER = join(ROOT, "docs/explorer");
const MAX_BYTES = 60_000;
const page = suite("explorer: pictures");
const test = await selectTest(page);

const SERVER = {
  tools: [
    {
      name: "get_forecast",
      title: "Forecast",
      description: "Says what the weather will be like.",
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: "object",
        properties: {
          city: { type: "string", description: "Where", minLength: 1 },
          days: {
            type: "integer",
            description: "How far ahead",
            minimum: 1,
            maximum: 7,
            default: 3,
          },
          unit: { enum: ["celsius", "fahrenheit"] },
        },
        required: ["city"],
      },
    },
    {
      name: "list_alerts",
      description: "Warnings that are in force.",
      inputSchema: { type: "object" },
    },
  ],
  prompts: [
    {
      name: "plan_a_trip",
      description: "Plans a trip by the weather.",
      arguments: [{ name: "city", required: true }],
    },
  ],
  resources: [{ uri: "weather://stations", name: "Stations" }],
};

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly theme?: string;
  readonly width?: number;
  readonly height?: number;
  /**
   * JavaScript expression that is evaluated in the page before the picture is
   * taken.
   */
  readonly first?: string;
}

const PICTURES: readonly Picture[] = [
  { name: "matrix", hash: "#/" },
  { name: "method", hash: "#/2025-11-25/methods/tools/call" },
  {
    name: "messages",
    hash: "#/2025-06-18/methods/tools/call?at=-messages",
    theme: "dark",
  },
  { name: "type", hash: "#/2026-07-28/types/CallToolResult?at=-uses" },
  {
    name: "compare",
    hash: "#/diff/2025-06-18/2025-11-25",
    first: "document.querySelector('#only').click()",
  },
  { name: "conversation", hash: "#/2026-07-28/conversation" },
  {
    name: "judge",
    hash: "#/2025-06-18/check",
    theme: "dark",
    first: `${getButton("Paste an example")}.click()`,
  },
  {
    name: "search",
    hash: "#/2025-11-25",
    height: 480,
    first: `(() => { const s = document.querySelector("#search"); s.focus(); s.value = "elicit"; s.dispatchEvent(new Event("input")); })()`,
  },
  {
    name: "server",
    hash: "#/server/tools/get_forecast",
    first: `(() => { const s = document.querySelector(".field input"); s.value = "Oslo"; s.dispatchEvent(new Event("input")); })()`,
  },
  {
    name: "narrow",
    hash: "#/2025-06-18/types/Tool",
    width: 360,
    height: 640,
    theme: "dark",
  },
];

const server = join(temporaryFolder(), "server.html");
writeFileSync(server, serverPage(SERVER));
const protocol = await explorerFile();
const writes = process.env["MCP_PICTURES"] === "1";

for (const picture of writes ? PICTURES : sample(PICTURES, 2, 4))
  test(`the explorer view "${picture.name}" renders without errors at the size of its picture in docs/explorer.md`, async () => {
    const {
      name,
      hash,
      theme = "light",
      width = 1100,
      height = 700,
      first,
    } = picture;
    const file = name === "server" ? server : protocol;
    const own = await openPage(pathToFileURL(file).href, {
      width,
      height,
      theme,
    });
    await navigate(own.page, hash);
    if (first !== undefined) await own.page.evaluate(first);
    const bytes = await own.page.screenshot({ type: "webp", quality: 50 });
    const path = join(FOLDER, `${name}.webp`);
    if (writes) writeFileSync(path, bytes);
    assert.ok(bytes.length < MAX_BYTES, `${bytes.length} bytes`);
    assert.equal(getSize(readFileSync(path)), [width, height]);
    assert.equal([own.requests.length, own.errors], [1, []]);
    await own.page.close();
  });

page(
  "docs/explorer.md shows every picture, and each is smaller than 60,000 bytes",
  () => {
    const text = readFileSync(join(ROOT, "docs/explorer.md"), "utf8");
    const shown = [...text.matchAll(/\]\(explorer\/(\w+)\.webp\)/g)].map(
      ([, name]) => name,
    );
    assert.equal(shown.sort(), PICTURES.map(({ name }) => name).sort());
    for (const { name } of PICTURES) {
      const path = join(FOLDER, `${name}.webp`);
      assert.ok(existsSync(path) && statSync(path).size < MAX_BYTES, name);
    }
  },
);

/**
 * Returns the width and height in the header of a WebP picture in the extended
 * format.
 */
function getSize(webp: Buffer): number[] {
  return [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1];
}

page.after(closeBrowser);
page.run();
