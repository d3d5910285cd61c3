/** Browser tests of the explorer page about the protocol. */
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  findAccessibilityProblems,
  getButton,
  closeBrowser,
  navigate,
  openPage,
  selectTest,
  getText,
  type OpenPage,
} from "../harness/browser/browser.js";
import { explorerFile } from "../harness/browser/explorer.js";
import { bundledModel, REVISIONS } from "../harness/models/models.js";
import { sample, WHOLE } from "../harness/run/sampling.js";

const url = pathToFileURL(await explorerFile()).href;
const page = suite("explorer: protocol in a browser");
const test = await selectTest(page);

let opened: OpenPage | undefined;

/**
 * Opens the explorer page at the first call, and returns the same browser page
 * at each call.
 */
async function getSharedPage(): Promise<OpenPage["page"]> {
  opened ??= await openPage(url);
  return opened.page;
}

test("the explorer page loads without errors, and requests no other file", async () => {
  await getSharedPage();
  assert.equal(opened?.requests, [url]);
  assert.equal(opened?.errors, []);
});

for (const revision of sample(REVISIONS, 1, 7))
  test(`the explorer's index has a link to every method and type of ${revision}`, async () => {
    const on = await getSharedPage();
    const model = bundledModel(revision);
    await navigate(on, `#/${revision}`);
    const links = "[...document.querySelectorAll('#pages details a')]";
    const names = (await on.evaluate(
      `${links}.map((link) => link.textContent)`,
    )) as string[];
    const wanted = [
      ...new Set(model.methods.map(({ method }) => method)),
      ...model.declarations.map(({ name }) => name),
    ];
    assert.equal([...names].sort(), [...wanted].sort());
    const clicked = sample([...names.keys()], 30, 5);
    const reached = await on.evaluate(`(async () => {
      const names = [];
      for (const at of ${JSON.stringify(clicked)}) {
        ${links}[at].click();
        await new Promise((done) => addEventListener("hashchange", done, { once: true }));
        names.push(document.querySelector("h1").textContent);
      }
      return names;
    })()`);
    assert.equal(
      reached,
      clicked.map((at) => names[at]),
    );
    assert.equal(opened?.errors, []);
  });

/**
 * Rows of the explorer's matrix: the name of a method, and its cells from the
 * oldest revision to the draft.
 */
const ROWS: readonly (readonly [string, string])[] = [
  ["initialize", "✓ ✓ ✓ ✓ removed -"],
  ["tools/call", "✓ changed changed changed changed ✓"],
  ["server/discover", "- - - - added ✓"],
  ["elicitation/create", "- - added changed changed ✓"],
  ["tasks/get", "- - - added removed -"],
  ["notifications/cancelled", "✓ ✓ ✓ changed changed ✓"],
];

test("the explorer's method matrix shows which methods each revision adds, changes and removes", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/");
  const rows =
    (await on.evaluate(`[...document.querySelectorAll(".matrix tr")].flatMap((row) => {
    const name = row.querySelector("th[scope=row]")?.textContent;
    const cells = [...row.querySelectorAll("td")].map((cell) => cell.querySelector("a")?.textContent ?? "-");
    return name ? [[name, cells.join(" ")]] : [];
  })`)) as readonly (readonly [string, string])[];
  const found = new Map(rows);
  assert.equal(
    ROWS.map(([name]) => [name, found.get(name)]),
    ROWS,
  );
});

test("every cell of the explorer's method matrix links to the method in the revision of its column", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/");
  const cells = (await on.evaluate(
    `[...document.querySelectorAll(".state a")].map((a) => [a.getAttribute("aria-label"), a.getAttribute("href")])`,
  )) as readonly (readonly [string, string])[];
  assert.ok(cells.length > 100);
  for (const [label, href] of sample(cells, 8, 3)) {
    await navigate(on, href);
    const [method = "", revision = ""] = label.split(/, |: /);
    const shown = await getText(on, "main");
    assert.ok(shown.includes(method), label);
    assert.ok(shown.includes(revision), label);
    assert.not(shown.includes("Not found"));
  }
});

test("the explorer page of a method shows whether each example message is valid", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/2025-06-18/methods/tools/call");
  const verdicts = await getText(on, "[data-at='-messages']");
  assert.match(
    verdicts,
    /Valid message[^]*✓ The validator accepts this message\.[^]*Valid response[^]*✓/,
  );
  assert.match(
    verdicts,
    /Invalid: name is 7[^]*\/params\/name: expected string, got number 7/,
  );
  const marked = await on.evaluate(
    "[...document.querySelectorAll('mark')].map((mark) => mark.textContent)",
  );
  assert.equal(marked, ["7"]);
});

const LOG = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
  '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text"}]}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
].join("\n");

/**
 * Pastes the value of a JavaScript expression into the text field of the
 * explorer's check page.
 */
async function paste(on: OpenPage["page"], expression: string): Promise<void> {
  await on.evaluate(`(() => {
    const area = document.querySelector("#pasted");
    area.value = ${expression};
    area.dispatchEvent(new Event("input"));
  })()`);
}

/**
 * Types words into the search field of the explorer. The key `/` moves the
 * focus to the field.
 */
async function search(on: OpenPage["page"], words: string): Promise<void> {
  await on.keyboard.press("/");
  await on.keyboard.type(words);
}

/** Closes the search results and clears the search field of the explorer. */
async function clearSearch(on: OpenPage["page"]): Promise<void> {
  await on.keyboard.press("Escape");
  await on.keyboard.press("Escape");
}

/**
 * Test cases of the check page: pasted text, its revision, and the status that
 * the page shows.
 */
const PASTED: readonly (readonly [string, string, string, RegExp])[] = [
  [
    "a log of three messages",
    "2025-06-18",
    LOG,
    /^2 faults on 2 lines in 2025-06-18: 3 messages\./,
  ],
  [
    "a single message",
    "2025-06-18",
    LOG.split("\n")[2] ?? "",
    /^✓ No faults in 2025-06-18: 1 message\./,
  ],
  [
    "a message over several lines",
    "2024-11-05",
    '{\n"jsonrpc": "2.0",\n"id": 1, "method": "nope" }',
    /^1 fault on 1 line in 2024-11-05/,
  ],
  [
    "a JSON array of messages",
    "2025-11-25",
    `[${LOG.replaceAll("\n", ",")}]`,
    /^2 faults on 2 lines/,
  ],
  [
    "a log of a proxy",
    "2025-06-18",
    `12:00 started\n{"direction":"in","message":${LOG.split("\n")[0]}}`,
    /^1 fault on 1 line in 2025-06-18: 1 message, 1 line without a message/,
  ],
  ["text that is not a message", "2025-06-18", "hello", /^1 fault on 1 line/],
  [
    "messages of another protocol version",
    "2025-06-18",
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}',
    /The messages use version 2025-03-26\. Check the messages with that version/,
  ],
];

for (const [about, revision, pasted, status] of sample(PASTED, 4, 2))
  test(`the explorer's check page validates ${about}`, async () => {
    const on = await getSharedPage();
    await navigate(on, `#/${revision}/check`);
    await paste(on, JSON.stringify(pasted));
    await on.waitForFunction(
      `document.querySelector(".status").textContent.match(${status})`,
      { timeout: 3000 },
    );
  });

test("the explorer's check page highlights each invalid value in the pasted messages", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/2025-06-18/check");
  await paste(on, JSON.stringify(LOG));
  await on.waitForSelector("mark");
  const marked = await on.evaluate(
    "[...document.querySelectorAll('mark')].map((mark) => mark.textContent)",
  );
  assert.equal(marked, ["7", "{"]);
});

/** Waits until the explorer shows the page with the given title. */
async function waitForTitle(
  on: OpenPage["page"],
  title: string,
): Promise<void> {
  const own = JSON.stringify(title);
  const shown = `document.querySelector("h1").textContent === ${own}`;
  await on.waitForFunction(shown, { timeout: 3000 });
}

/** Search texts, each with the expected first result. */
const SEARCHED: readonly (readonly [string, string])[] = [
  ["tools/call", "tools/call"],
  ["calltoolresult", "CallToolResult"],
  ["resource sub", "resources/subscribe"],
  ["initialize", "initialize"],
  ["inputschema", "Tool.inputSchema"],
  ["METHOD_NOT", "METHOD_NOT_FOUND"],
];

for (const [typed, first] of sample(SEARCHED, 3, 3))
  test(`the keyboard alone opens ${first} after a search for "${typed}" in the explorer`, async () => {
    const on = await getSharedPage();
    await navigate(on, "#/");
    await search(on, typed);
    assert.ok(
      (await getText(on, "#found [aria-selected=true]")).startsWith(first),
    );
    await on.keyboard.press("ArrowDown");
    await on.keyboard.press("ArrowUp");
    await on.keyboard.press("Enter");
    const [owner = ""] = first.split(".");
    await waitForTitle(on, owner);
    const focused = await on.evaluate(
      "document.activeElement.dataset.at ?? document.activeElement.tagName",
    );
    assert.is(focused, first === owner ? "H1" : "inputSchema");
  });

test("the arrow keys select a search result in a circle, and the Escape key closes the results and then clears the search", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/");
  await search(on, "tool");
  const selected = async (key: "ArrowUp" | "ArrowDown") => {
    await on.keyboard.press(key);
    return on.evaluate("document.querySelector('[aria-selected=true]').id");
  };
  assert.is(await selected("ArrowUp"), "found-11");
  assert.is(await selected("ArrowDown"), "found-0");
  const escape = async () => {
    await on.keyboard.press("Escape");
    return on.evaluate(
      "[document.querySelector('#found').hidden, document.querySelector('#search').value]",
    );
  };
  assert.equal(await escape(), [true, "tool"]);
  assert.equal(await escape(), [true, ""]);
});

test("the explorer closes the search results after the focus has left the search", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/");
  await search(on, "tool");
  const isClosed = "document.querySelector('#found').hidden";
  assert.is(await on.evaluate(isClosed), false);
  await on.focus("#revision");
  assert.is(await on.evaluate(isClosed), true);
  await on.focus("#search");
  assert.is(await on.evaluate(isClosed), false);
  await clearSearch(on);
});

test("the key `/` moves the focus to the explorer's search, but not in a text field or with a modifier key", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/2025-06-18/check");
  await on.focus("#pasted");
  const press = async (key: "/" | "Control" | "Meta") => {
    if (key !== "/") await on.keyboard.down(key);
    await on.keyboard.press("/");
    if (key !== "/") await on.keyboard.up(key);
    return on.evaluate("document.activeElement.id");
  };
  assert.is(await press("/"), "pasted");
  await on.focus("h1");
  assert.is(await press("Control"), "");
  assert.is(await press("Meta"), "");
  assert.is(await press("/"), "search");
});

test("a search result opens in the selected revision, or else in the newest revision containing it", async () => {
  const on = await getSharedPage();
  for (const [typed, href] of [
    ["tools/call", "#/2024-11-05/methods/tools/call"],
    ["server/discover", "#/2026-07-28/methods/server/discover"],
  ]) {
    await navigate(on, "#/2024-11-05");
    await search(on, String(typed));
    await on.keyboard.press("Enter");
    await waitForTitle(on, String(typed));
    assert.is(await on.evaluate("location.hash"), href);
  }
});

test("the explorer's search finds entries by words in their descriptions", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/");
  await search(on, "what the model should see");
  await clearSearch(on);
  await on.keyboard.type("ask progress notifications");
  assert.ok((await getText(on, "#found")).length > 0);
  await clearSearch(on);
  await on.keyboard.type("zzzz");
  assert.is(await getText(on, "#found"), "No results");
  await clearSearch(on);
});

test("the explorer's comparison of two revisions can show only the breaking changes", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/diff/2024-11-05/2026-07-28");
  const all = (await on.evaluate(
    "document.querySelectorAll('.changes > li').length",
  )) as number;
  await on.click("#only");
  const breaking = (await on.evaluate(
    "[...document.querySelectorAll('.changes > li')].map(({ textContent }) => /breaks an older/.test(textContent))",
  )) as boolean[];
  assert.ok(breaking.length > 0 && breaking.length < all);
  assert.ok(breaking.every(Boolean));
  await on.evaluate("document.querySelector('.changes a').click()");
  await on.waitForFunction("!location.hash.startsWith('#/diff/')");
  assert.not.match(await getText(on, "h1"), /Not found/);
  await navigate(on, "#/diff/2024-11-05/2026-07-28");
  await on.select("#diff-to", "2025-03-26");
  await waitForTitle(on, "2024-11-05 → 2025-03-26");
  await navigate(on, "#/diff/2026-07-28/draft");
  assert.match(
    await getText(on, ".lead"),
    /^The revisions do not differ on the wire\.$|change/,
  );
});

test("the explorer's revision menu opens the shown type in the selected revision", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/2024-11-05/types/Tool");
  await on.select("#revision", "2025-11-25");
  await on.waitForFunction(
    `location.hash === "#/2025-11-25/types/Tool" && document.querySelector(".revisions [aria-current]").textContent === "2025-11-25"`,
    { timeout: 3000 },
  );
});

test("a URL hash of the explorer can focus a member of a type", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/2025-06-18/types/Tool?at=annotations");
  assert.is(
    await on.evaluate("document.activeElement.dataset.at"),
    "annotations",
  );
  await navigate(on, "#/2025-06-18/types/Nope");
  assert.is(await getText(on, "h1"), "Not found");
  await navigate(on, "#/2024-11-05/types/ElicitResult");
  assert.match(
    await getText(on, "main"),
    /^Not found2024-11-05 has no method or type named ElicitResult\./,
  );
  assert.is(
    await on.evaluate("document.querySelectorAll('main .revisions a').length"),
    4,
  );
  await navigate(on, "#/1999/types/Tool");
  assert.is(await getText(on, "h1"), "Not found");
});

test("the explorer uses the system's theme until the user clicks the theme button", async () => {
  const own = await openPage(url, { theme: "dark" });
  const { page: on } = own;
  const back = () =>
    on.evaluate("getComputedStyle(document.body).backgroundColor");
  assert.is(await back(), "rgb(18, 21, 26)");
  const setSystem = (value: string) =>
    on.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
  assert.is(await getText(on, ".theme"), "Light");
  await setSystem("light");
  await on.waitForFunction(
    "document.querySelector('.theme').textContent === 'Dark'",
    { timeout: 3000 },
  );
  await setSystem("dark");
  await on.click(".theme");
  assert.is(await back(), "rgb(255, 255, 255)");
  await on.reload();
  await on.waitForSelector("#pages");
  assert.is(await back(), "rgb(255, 255, 255)");
  await on.click(".theme");
  await on.evaluate("localStorage.clear()");
  await on.close();
});

test("the revision menu of the comparison page keeps the keyboard focus after the user presses an arrow key", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/diff/2024-11-05/2025-03-26");
  await on.focus("#diff-to");
  await on.keyboard.press("ArrowDown");
  await waitForTitle(on, "2024-11-05 → 2025-06-18");
  assert.is(await on.evaluate("document.activeElement.id"), "diff-to");
  await on.keyboard.press("ArrowDown");
  await waitForTitle(on, "2024-11-05 → 2025-11-25");
});

test("the explorer has a button for the list of pages in a narrow window", async () => {
  const own = await openPage(url, { width: 360 });
  const { page: on } = own;
  await on.keyboard.press("Tab");
  assert.is(
    await on.evaluate("document.activeElement.textContent"),
    "Skip to the content",
  );
  await on.keyboard.press("Enter");
  assert.is(await on.evaluate("document.activeElement.id"), "main");
  const visible = () =>
    on.evaluate("document.querySelector('#pages').checkVisibility()");
  assert.is(await visible(), false);
  await on.focus(".menu");
  await on.keyboard.press("Enter");
  assert.is(await visible(), true);
  await on.evaluate(
    "document.querySelector('#pages a[href*=conversation]').click()",
  );
  await waitForTitle(on, "Message sequences");
  assert.is(await visible(), false);
  await on.close();
});

test("a printed explorer page includes the content of collapsed sections", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/2025-06-18/types/Tool");
  // The browser prints directly after the event, before other events.
  const text = await on.evaluate(
    `dispatchEvent(new Event("beforeprint")), document.querySelector("[data-at='-schema']").textContent`,
  );
  assert.match(String(text), /"inputSchema": \{/);
});

test("the explorer's check page validates a message of depth 5,000 and a log of 5,000 messages", async () => {
  const on = await getSharedPage();
  await navigate(on, "#/2025-06-18/check");
  const judge = async (expression: string) => {
    await paste(on, expression);
    await on.evaluate("new Promise((done) => setTimeout(done, 400))");
    return getText(on, ".status");
  };
  const deep = `'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7,"x":' + "[".repeat(5000) + "]".repeat(5000) + "}}"`;
  assert.match(await judge(deep), /^\d+ faults? on 1 line/);
  const many = `'{"jsonrpc":"2.0","id":1,"method":"nope"}\\n'.repeat(5000)`;
  assert.match(await judge(many), /^9,999 faults on 5,000 lines/);
  assert.match(await getText(on, ".judged"), /4,900 more lines with faults\.$/);
  assert.equal(opened?.errors, []);
});

/** URL hashes of explorer pages, one for each kind of page. */
const HASHES = [
  "#/",
  "#/2025-06-18/check",
  "#/2025-11-25/methods/tools/call",
  "#/2026-07-28/types/CallToolResult",
  "#/diff/2025-06-18/2025-11-25",
  "#/2026-07-28/conversation",
  "#/2025-11-25",
];
const LOOKS = [
  { width: 1400, theme: "light" },
  { width: 360, theme: "dark" },
  { width: 1400, theme: "dark" },
  { width: 360, theme: "light" },
];

for (const [at, look] of LOOKS.slice(0, WHOLE ? 4 : 2).entries())
  test(`the explorer with the ${look.theme} theme fits into a window of ${look.width} pixels and is accessible`, async () => {
    const own = await openPage(url, look);
    const { page: on } = own;
    for (const hash of sample(HASHES, 2, at + 1)) {
      await navigate(on, hash);
      if (hash.endsWith("/check"))
        await on.evaluate(`${getButton("Paste an example")}.click()`);
      const wide = await on.evaluate("document.documentElement.scrollWidth");
      assert.is(wide, look.width, hash);
      assert.equal(await findAccessibilityProblems(on), [], hash);
    }
    assert.equal(own.errors, []);
    await on.close();
  });

page.after(closeBrowser);
page.run();
