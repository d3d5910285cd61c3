/**
 * Browser tests of two kinds of explorer pages: pages about servers, and pages
 * about schemas with hostile text.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explore } from "../../generator/explore/explore.js";
import {
  findAccessibilityProblems,
  closeBrowser,
  navigate,
  openPage,
  selectTest,
  getText,
} from "../harness/browser/browser.js";
import { HOSTILE_SCHEMA, serverPage } from "../harness/browser/explorer.js";
import { temporaryFolder } from "../harness/program/folders.js";

const folder = temporaryFolder();
const page = suite("explorer: server in a browser");
const test = await selectTest(page);

/** Writes an HTML page to a file and returns the URL of the file. */
function writePage(name: string, html: string): string {
  const file = join(folder, name);
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

const WEATHER = {
  tools: [
    {
      name: "get_weather",
      description: "Says what the weather is like.",
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: "object",
        $defs: { day: { type: "integer", minimum: 1 } },
        properties: {
          city: { type: "string", minLength: 2 },
          unit: { enum: ["C", "F"] },
          days: { $ref: "#/$defs/day" },
          exact: { type: "boolean" },
          place: { type: "object", properties: { lat: { type: "number" } } },
          tags: { type: "array", items: { type: "string" } },
        },
        required: ["city"],
      },
    },
  ],
  prompts: [
    { name: "forecast", arguments: [{ name: "city", required: true }] },
  ],
  resources: [{ uri: "file:///notes/today.md", name: "Today" }],
  resourceTemplates: [{ uriTemplate: "file:///notes/{day}.md", name: "A day" }],
};

test("the explorer's form for a tool validates the arguments and shows the `tools/call` request", async () => {
  const own = await openPage(writePage("weather.html", serverPage(WEATHER)), {
    width: 360,
  });
  const { page: on } = own;
  await navigate(on, "#/server/tools/get_weather");
  const readRequest = async () => {
    const [code, verdict] = (await on.evaluate(
      `[document.querySelector(".try .json").textContent, document.querySelector(".try .verdict").textContent]`,
    )) as [string, string];
    const { method, params } = JSON.parse(code) as {
      method: string;
      params: { name: string; arguments: object };
    };
    return { method, name: params.name, arguments: params.arguments, verdict };
  };
  const call = { method: "tools/call", name: "get_weather" };
  assert.equal(await readRequest(), {
    ...call,
    arguments: {},
    verdict: 'needs "city"',
  });
  const fill = async (label: string, value: string) => {
    const id = await on.evaluate(
      `[...document.querySelectorAll(".field label")].find(({ textContent }) => textContent.startsWith(${JSON.stringify(label)})).htmlFor`,
    );
    const field = `#${String(id)}`;
    const isSelect = await on.evaluate(
      `document.querySelector("${field}").tagName === "SELECT"`,
    );
    if (isSelect) await on.select(field, value);
    else {
      await on.evaluate(`document.querySelector("${field}").value = ""`);
      await on.type(field, value);
    }
  };
  await fill("city", "Oslo");
  await fill("unit", "1");
  await fill("days", "0");
  await fill("exact", "1");
  await fill("lat", "59.9");
  await fill("tags", '["a"]');
  const filled = {
    city: "Oslo",
    unit: "F",
    days: 0,
    exact: false,
    place: { lat: 59.9 },
    tags: ["a"],
  };
  const wrong = await readRequest();
  assert.equal(wrong.arguments, filled);
  assert.match(wrong.verdict, /^days /);
  assert.is(await getText(on, ".try mark"), "0");
  await fill("days", "3");
  assert.equal(await readRequest(), {
    ...call,
    arguments: { ...filled, days: 3 },
    verdict: "✓ The arguments match the input schema.",
  });
  assert.is(await on.evaluate("document.documentElement.scrollWidth"), 360);
  assert.equal(await findAccessibilityProblems(on), []);
  assert.equal([own.requests.length, own.errors], [1, []]);
  for (const [hash, method] of [
    ["#/server/prompts/forecast", "prompts/get"],
    ["#/server/resources/file:///notes/today.md", "resources/read"],
    ["#/server/templates/file:///notes/%7Bday%7D.md", "resources/read"],
  ] as const) {
    await navigate(on, hash);
    assert.match(
      await getText(on, ".try .json"),
      new RegExp(`"method": "${method}"`),
    );
  }
  await navigate(on, "#/server/prompts/forecast");
  assert.is(
    await getText(on, ".try .verdict"),
    'Required arguments are missing: "city"',
  );
  await navigate(on, "#/server/templates/file:///notes/%7Bday%7D.md");
  await on.type(".field input", "a b");
  assert.match(
    await getText(on, ".try .json"),
    /"file:\/\/\/notes\/a%20b\.md"/,
  );
  await on.close();
});

test("the explorer shows how a tool changed since an older listing of the server's tools", async () => {
  const change = {
    subject: "tool",
    of: "get_weather",
    path: "get_weather input.city",
    kind: "made required",
    before: null,
    after: null,
    breaks: true,
    why: "A call without the argument is now rejected.",
  } as const;
  const url = writePage(
    "changed.html",
    serverPage(WEATHER, { name: "old.json", changes: [change] }),
  );
  const { page: on } = await openPage(url);
  assert.match(
    await getText(on, "main"),
    /Since old\.json[^]*1 change, of which 1 breaks/,
  );
  assert.equal(await findAccessibilityProblems(on), []);
  await navigate(on, "#/server/tools/get_weather");
  assert.match(
    await getText(on, "main"),
    /Since old\.json[^]*made required[^]*breaking/,
  );
  await on.close();
});

const EVIL = '</script><img src=x onerror="document.title=1"><!--';

test("the explorer page of a server starts with the server's name, version and instructions", async () => {
  const peer = {
    info: { name: `weather ${EVIL}`, version: "1.2.3" },
    version: "2025-11-25",
    capabilities: { tools: { listChanged: true }, logging: {}, [EVIL]: 1 },
    instructions: `Ask for a city.\n${EVIL}`,
  };
  const page = serverPage(WEATHER, null, peer);
  const own = await openPage(writePage("about.html", page));
  const { page: on } = own;
  const facts = await on.evaluate(
    `[...document.querySelectorAll("main dl.facts dt")].map((it) => [it.textContent, it.nextSibling.textContent])`,
  );
  assert.equal(facts, [
    ["Name", `weather ${EVIL}`],
    ["Version", "1.2.3"],
    ["Revision", "2025-11-25"],
    ["Capabilities", `tools (listChanged), logging, ${EVIL}`],
    ["Instructions", `Ask for a city.\n${EVIL}`],
  ]);
  assert.is(await on.evaluate("document.images.length"), 0);
  assert.equal(await findAccessibilityProblems(on), []);
  assert.equal([own.requests.length, own.errors], [1, []]);
  await on.close();
});

test("the explorer's search finds a tool among 10,000 tools", async () => {
  const tools = Array.from({ length: 10_000 }, (_, n) => ({
    name: `tool_${n}`,
    description: `${EVIL} \u202E\u0645\u0631\u062D\u0628\u0627 ${n}`,
    inputSchema: {
      type: "object",
      properties: { [EVIL]: { type: "string", description: EVIL } },
    },
  }));
  const own = await openPage(writePage("many.html", serverPage({ tools })));
  const { page: on } = own;
  assert.match(await getText(on, "main"), /9,800 more tools\./);
  await on.keyboard.press("/");
  await on.keyboard.type("tool_9999");
  await on.keyboard.press("Enter");
  await on.waitForFunction(
    "document.querySelector('h1').textContent === 'tool_9999'",
  );
  assert.ok((await getText(on, ".field label")).includes(EVIL));
  assert.is(await on.evaluate("document.images.length"), 0);
  assert.equal([own.requests.length, own.errors], [1, []]);
  await on.close();
});

test("the explorer page of a server shows at most 100 links and 200 entries of a list, and a filter above 20 entries", async () => {
  const create = (length: number, key: string, prefix: string) =>
    Array.from({ length }, (_, n) => ({
      [key]: `${prefix}${n}`,
      description: `${"x".repeat(200 + (n % 2))}\nMore`,
    }));
  const html = serverPage({
    tools: create(201, "name", "tool_"),
    prompts: create(200, "name", "prompt_"),
    resources: create(100, "uri", "a:"),
    resourceTemplates: create(20, "uriTemplate", "b:"),
  });
  const { page: on } = await openPage(writePage("lists.html", html));
  const lists =
    await on.evaluate(`[...document.querySelectorAll("main section:has(.entries)")]
    .map((list, at) => [
      document.querySelectorAll("#pages > details")[at].querySelectorAll("li").length,
      list.querySelectorAll(".entries > li").length,
      list.querySelectorAll(".filter").length,
      list.querySelector("[role=status]").textContent,
    ])`);
  const more = "1 more tool. Use the filter to find them.";
  assert.equal(lists, [
    [101, 200, 1, more],
    [101, 200, 1, ""],
    [100, 100, 1, ""],
    [20, 20, 0, ""],
  ]);
  const texts = (await on.evaluate(
    `[...document.querySelectorAll(".entries p")].slice(0, 2).map(({ textContent }) => textContent)`,
  )) as string[];
  const line = "x".repeat(200);
  assert.equal(texts, [line, `${line}…`]);
  await on.close();
});

test("the explorer shows HTML in a schema as text", async () => {
  const source = {
    text: HOSTILE_SCHEMA,
    file: "evil.ts",
    revision: null,
    commit: null,
  };
  const own = await openPage(writePage("evil.html", explore([source]).html));
  const { page: on } = own;
  const hashes = (await on.evaluate(
    "[...document.querySelectorAll('#pages a')].map((link) => link.getAttribute('href'))",
  )) as string[];
  assert.ok(hashes.length > 5);
  for (const hash of hashes) {
    await navigate(on, hash);
    await on.evaluate(
      "document.querySelectorAll('details').forEach((details) => (details.open = true))",
    );
    assert.is(
      await on.evaluate(
        `document.images.length + document.querySelectorAll('main b, main script, a:not([href^="#"]):not([href^="http"])').length`,
      ),
      0,
    );
    assert.not.match(await getText(on, "h1"), /Not found/);
  }
  assert.equal([own.requests.length, own.errors], [1, []]);
  await on.close();
});

page.after(closeBrowser);
page.run();
