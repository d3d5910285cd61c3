/**
 * Compares outlines of the explorer's views with the files in `outlines/`.
 * `make outlines` rewrites the files after an intended change of a view.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  createExample,
  createExampleMessage,
  createInvalidMessages,
} from "../../explorer/judge/example.js";
import { mergeMethods } from "../../generator/emit/facts/methods.js";
import { listingChanges } from "../../generator/explore/listing-changes.js";
import { toListing } from "../../generator/new/manifest/listing.js";
import {
  closeBrowser,
  getButton,
  navigate,
  openPage,
  selectTest,
  type OpenPage,
} from "../harness/browser/browser.js";
import { explorerFile, serverPage } from "../harness/browser/explorer.js";
import { notesPage } from "../harness/browser/notes-schema.js";
import { readOutline } from "../harness/browser/outline.js";
import { bundledModel } from "../harness/models/models.js";
import { ROOT } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";

const FOLDER = join(ROOT, "tests/explorer/outlines");
const page = suite("explorer: outlines");
const test = await selectTest(page);

const TOOL = {
  name: "get_weather",
  title: "Weather",
  description: "Says what the **weather** is like.",
  annotations: { readOnlyHint: true, title: "Weather" },
  inputSchema: {
    type: "object",
    $defs: { day: { type: "integer", minimum: 1 } },
    properties: {
      city: {
        type: "string",
        title: "City",
        description: "Where",
        minLength: 2,
      },
      unit: { enum: ["C", "F", 7], default: "F" },
      scale: { enum: ["K"], default: "K" },
      days: { $ref: "#/$defs/day", default: 3 },
      exact: { type: "boolean" },
      only: { const: "x" },
      place: {
        type: "object",
        properties: { lat: { type: "number" } },
        required: ["lat"],
      },
      tags: { type: "array", items: { type: "string" } },
      any: { default: [1] },
    },
    required: ["city", "place", "unit", "only"],
  },
  outputSchema: { type: "object" },
};
const MANY = Array.from({ length: 20 }, (_, at) => ({
  name: `tool_${at}`,
  description: `Number ${at}\nMore`,
  inputSchema: { type: "object" },
}));
const EARLIER = {
  tools: [{ ...TOOL, inputSchema: { type: "object" } }, ...MANY],
  prompts: [{ name: "gone" }],
};
const LISTED = {
  tools: [TOOL, ...MANY],
  prompts: [
    {
      name: "forecast",
      arguments: [
        { name: "city", description: "Where", required: true },
        { name: "tone" },
      ],
    },
  ],
  resources: [
    { uri: "file:///today.md", name: "Today", mimeType: "text/plain" },
  ],
  resourceTemplates: [{ uriTemplate: "file:///{day}/{day}.md", name: "A day" }],
  leftOut: ["tool a b"],
};
const PEER = {
  info: { name: "weather", version: "1.2.3" },
  version: "2025-11-25",
  capabilities: { tools: { listChanged: true }, logging: {} },
  instructions: "Ask for a city.",
};
const changes = await listingChanges(toListing(EARLIER), toListing(LISTED));

function writePage(name: string, html: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, html);
  return file;
}

const FILES = {
  notes: writePage("notes.html", notesPage()),
  protocol: await explorerFile(),
  server: writePage(
    "server.html",
    serverPage(LISTED, { name: "old.json", changes }, PEER),
  ),
};

/**
 * Returns a JavaScript expression that enters text into a form control of the
 * page.
 */
function enter(selector: string, value: string): string {
  return `(() => {
    const control = document.querySelector(${JSON.stringify(selector)});
    control.focus();
    control.value = ${JSON.stringify(value)};
    control.dispatchEvent(new Event(control.matches("select") ? "change" : "input"));
  })()`;
}

/**
 * Returns a JavaScript expression that selects an option and waits for the view
 * that the option opens.
 */
function choose(selector: string, value: string): string {
  return `new Promise((done) => {
    addEventListener("hashchange", done, { once: true });
    ${enter(selector, value)};
  })`;
}

const SEARCH = "header";
/** JavaScript expression that unfolds all folded content. */
const UNFOLD = `dispatchEvent(new Event("beforeprint"))`;
const PASTE = `${getButton("Paste an example")}.click()`;
/**
 * Text to check in the explorer: a line that is not JSON, followed by a
 * handshake of 2024-11-05.
 */
const OLD = `{
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`;
const WRONG = `${enter("#sent-by", "client")}, ${PASTE}`;

/**
 * Test case for the outline (the structure) of one view: the outline's file
 * name, the view's URL hash, a selector for the elements in the outline, and an
 * expression that the page evaluates first.
 */
type Case = readonly [
  file: string,
  hash: string,
  shown?: string,
  first?: string,
];

const CASES: Readonly<Record<keyof typeof FILES, readonly Case[]>> = {
  notes: [
    ["home", "#/", "body > :not(script)"],
    ["revision", "#/1.ts"],
    ["revision", "#/2.ts"],
    ["method", "#/2.ts/methods/notes/get", "main", UNFOLD],
    ["methods", "#/2.ts/methods/ask"],
    ["methods", "#/2.ts/methods/notifications/moved"],
    ["methods", "#/1.ts/methods/ping"],
    ["type", "#/2.ts/types/Note?at=color", "main", UNFOLD],
    ["types", "#/2.ts/types/Owner"],
    ["types", "#/2.ts/types/Color"],
    ["types", "#/2.ts/types/OldNote"],
    ["types", "#/2.ts/types/NOTE_LOCKED"],
    ["not-found", "#/1.ts/types/Person"],
    ["not-found", "#/1.ts/methods/ask"],
    ["not-found", "#/3.ts"],
    ["diff", "#/diff/1.ts/2.ts"],
    [
      "diff",
      "#/diff/1.ts/2.ts",
      "main",
      `document.querySelector("#only").click()`,
    ],
    ["diff", "#/diff/1.ts/1.ts", "main > .lead"],
    ["diff", "#/diff/1.ts/1.ts", ".lead", choose("#diff-from", "2.ts")],
    ["search", "#/", SEARCH, enter("#search", "note")],
    ["search", "#/", SEARCH, enter("#search", "zzzz")],
    ["search", "#/", ".top-links", choose("#revision", "2.ts")],
    ["search", "#/1.ts", ".top-links"],
    ["search", "#/2.ts/types/Note", "h1", choose("#revision", "1.ts")],
    ["search", "#/", ".theme", `document.querySelector(".theme").click()`],
  ],
  protocol: [
    ["conversation-2025-11-25", "#/2025-11-25/conversation"],
    [
      "conversation-2026-07-28",
      "#/2026-07-28/conversation",
      "[data-at='-opening'], [data-at='-questions'], [data-at='-subscribing']",
    ],
    ["check", "#/2025-06-18/check"],
    ["check", "#/2025-06-18/check", ".status, .judged", PASTE],
    ["check", "#/2025-11-25/check", ".status, .judged", WRONG],
    [
      "check",
      "#/draft/check",
      ".status, #pasted",
      `${enter("#pasted", "7")}, ${choose("#judged-by", "2024-11-05")}`,
    ],
    [
      "check",
      "#/2025-06-18/check",
      ".status, .judged h2, .judged pre",
      `${enter("#pasted", OLD)}, ${enter("#sent-by", "")}`,
    ],
    [
      "protocol-method",
      "#/2025-11-25/methods/tools/call",
      "main > dl, [data-at='-result'], [data-at='-messages']",
    ],
  ],
  server: [
    [
      "server",
      "#/",
      "main, #pages > .top-links, #pages > details:has([href*=day])",
    ],
    ["server", "#/", "header", enter("#search", "weather")],
    ["server", "#/", ".entries", enter(".filter", "number 19")],
    ["server-entry", "#/server/tools/get_weather", "main", UNFOLD],
    [
      "server-entry",
      "#/server/tools/get_weather",
      ".try .verdict",
      enter(".field input", "Oslo"),
    ],
    ["server-entry", "#/server/prompts/forecast"],
    ["server-entry", "#/server/resources/file:///today.md"],
    ["server-entry", "#/server/templates/file:///%7Bday%7D/%7Bday%7D.md"],
  ],
};

for (const [name, cases] of Object.entries(CASES))
  test(`the explorer's views of "${name}" equal the stored text in tests/explorer/outlines/`, async () => {
    const file = FILES[name as keyof typeof FILES];
    const own = await openPage(pathToFileURL(file).href);
    const outlines = new Map<string, string>();
    for (const each of cases) {
      const text = await outline(own, each);
      outlines.set(each[0], `${outlines.get(each[0]) ?? ""}${text}\n`);
    }
    await own.page.close();
    for (const [view, text] of outlines) compare(view, text);
    assert.equal(own.errors, []);
  });

async function outline(
  { page: on }: OpenPage,
  [, hash, shown = "main", first]: Case,
): Promise<string> {
  await navigate(on, hash);
  if (first !== undefined) await on.evaluate(first);
  const title = await on.evaluate("document.title");
  const focused = await on.evaluate(
    `(({ localName, id, dataset }) => [localName, id, dataset.at].filter(Boolean).join(" "))(document.activeElement)`,
  );
  const at = String(await on.evaluate("location.hash"));
  const head = `## ${at}: ${String(title)}, focus: ${String(focused)}`;
  return `${head}\n${await readOutline(on, shown)}\n`;
}

page("the example messages of 2025-11-25 equal outlines/examples.txt", () => {
  const model = bundledModel("2025-11-25");
  const lines = mergeMethods(model).flatMap((method) => {
    const message = createExampleMessage(method, model);
    const [wrong] = createInvalidMessages(message);
    const { result } = method;
    return [
      message,
      ...(result === null ? [] : [createExample(result, model)]),
      wrong?.what,
    ];
  });
  compare(
    "examples",
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
});

/** Compares an outline with its file, or writes the file. */
function compare(view: string, text: string): void {
  const file = join(FOLDER, `${view}.txt`);
  if (process.env["MCP_OUTLINES"] === "1") return writeFileSync(file, text);
  // Add an end mark to both texts. If one text continues after the end of the
  // other, the lines then differ at the end mark.
  const lines = [...text.split("\n"), undefined];
  const wanted = [...readFileSync(file, "utf8").split("\n"), undefined];
  const at = wanted.findIndex((line, index) => line !== lines[index]);
  if (text !== wanted.slice(0, -1).join("\n"))
    assert.is(
      lines[at],
      wanted[at],
      `outlines/${view}.txt:${at + 1} differs; to see all differences, run: make outlines && git diff tests/explorer/outlines`,
    );
}

page.after(closeBrowser);
page.run();
