/** Tests of the explorer's script without a browser. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explore } from "../../generator/explore/explore.js";
import { parseSchema } from "../../generator/parse/index.js";
import { toListing } from "../../generator/new/manifest/listing.js";
import { readSources } from "../../generator/source/select.js";
import { loadDecoders } from "../../generator/validate/validators.js";
import { loadExplorer, toHtml } from "../harness/browser/explorer-modules.js";
import { bundledModel, REVISIONS } from "../harness/models/models.js";

const test = suite("explorer: modules");

const TOOL = {
  name: "get_weather",
  description: "Reads the weather of a city",
  inputSchema: {
    type: "object",
    $defs: { day: { type: "integer", minimum: 1 } },
    properties: {
      city: { type: "string", minLength: 2 },
      unit: { enum: ["C", "F"], default: "F" },
      days: { $ref: "#/$defs/day" },
      exact: { type: "boolean" },
      place: { type: "object", properties: { lat: { type: "number" } } },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["city"],
  },
};
const PROMPT = {
  name: "forecast",
  arguments: [
    { name: "city", required: true },
    { name: "day", required: true },
    { name: "tone" },
  ],
};
const RESOURCE = { uri: "file:///today.md", name: "Agenda" };
const TEMPLATE = { uriTemplate: "file:///{day}/{day}.md", name: "A day" };

const SKILL = {
  uri: "skill://travel/SKILL.md",
  frontmatter: { name: "travel", description: "Books voyages" },
  resources: [],
};

const listing = toListing({
  tools: [TOOL, { ...TOOL, name: "set_weather", description: "Writes" }],
  prompts: [PROMPT],
  resources: [RESOURCE],
  resourceTemplates: [TEMPLATE],
  skills: [SKILL],
});
const { html } = explore(readSources({ revisions: ["all"] }), {
  name: "weather",
  peer: null,
  listing,
  before: null,
});
const explorer = await loadExplorer(html);
const latest = explorer.NEWEST.name;
const decoders = loadDecoders(bundledModel(latest));

const names = (query: string, limit = 20): string[] =>
  explorer.search(query, limit, undefined).map(({ name }) => name);

test("the explorer's search finds only entries that contain every word of the query", () => {
  const both = names("get_weather city", 50);
  assert.equal(both, ["get_weather"]);
  assert.ok(names("get_weather").includes("get_weather"));
  assert.equal(names("get_weather zzzz"), []);
  assert.equal(names("zzzz get_weather"), []);
  assert.equal(names("  "), []);
  assert.ok(names("resources subscribe").includes("resources/subscribe"));
});

test("the first search result in the explorer is the entry whose name equals the query", () => {
  const [first, ...rest] = names("tool", 500);
  assert.is(first, "Tool");
  const rank = (name: string): number => rest.indexOf(name);
  assert.ok(rank("ToolChoice") < rank("CallToolRequest"));
  assert.ok(rank("tools/list") >= 0);
  assert.is(names("GET_WEATHER")[0], "get_weather");
  assert.is(names("tool", 3).length, 3);
  const found = names("resources/", 5).map(({ length }) => length);
  assert.equal(
    found,
    [...found].sort((a, b) => a - b),
  );
});

test("the explorer's search finds entries of every revision by words in their descriptions", () => {
  assert.equal(names("agenda"), [RESOURCE.uri]);
  assert.equal(names("voyages"), [SKILL.uri]);
  const older = bundledModel("2024-11-05");
  const known = JSON.stringify(older).toLowerCase();
  const added = bundledModel(latest).declarations.flatMap(({ name, doc }) => {
    const word = doc.text
      .split(/\W+/)
      .find((word) => !known.includes(word.toLowerCase()));
    const isOld = older.declarations.some((other) => other.name === name);
    return word && isOld ? [{ name, word }] : [];
  });
  assert.ok(added.length > 0);
  for (const { name, word } of added)
    assert.ok(names(word, 500).includes(name), `${name} ${word}`);
});

test("a search result links to the selected revision, or else to the newest revision containing it", () => {
  const route = (query: string, revision?: string) =>
    explorer.search(query, 1, revision)[0]?.route.revision;
  assert.is(route("tools/call", "2024-11-05"), "2024-11-05");
  assert.is(route("tools/call"), latest);
  assert.is(route("server/discover", "2024-11-05"), latest);
  assert.is(route("resources/subscribe", latest), "2025-11-25");
  assert.is(route("get_weather"), undefined);
});

test("a search result for a member links to the member's row on the page of its type", () => {
  const [found] = explorer.search("tool.annotations", 1, latest);
  assert.equal(
    [found?.kind, found?.name, found?.route.at],
    ["member", "Tool.annotations", "annotations"],
  );
});

const ENTRIES = [
  ["tools", TOOL, "get_weather", "tools/call"],
  ["prompts", PROMPT, "forecast", "prompts/get"],
  ["resources", RESOURCE, RESOURCE.uri, "resources/read"],
  ["templates", TEMPLATE, TEMPLATE.uriTemplate, "resources/read"],
] as const;

interface Request {
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
}

/**
 * Returns the request and the validation verdict that the explorer shows below
 * a form.
 */
function read(form: ReturnType<typeof explorer.request>): {
  readonly message: Request;
  readonly verdict: string;
} {
  const [code] = form.findAll("pre", "json");
  const message = JSON.parse(code?.textContent ?? "") as Request;
  const verdicts = [
    ...form.findAll("p", "verdict"),
    ...form.findAll("ul", "verdict"),
  ];
  return {
    message,
    verdict: verdicts.map((element) => element.textContent).join(),
  };
}

/**
 * Enters values into the fields of a form. The keys of `values` are the names
 * of the fields.
 */
function fill(
  form: ReturnType<typeof explorer.request>,
  values: Readonly<Record<string, string>>,
): void {
  const controls = ["input", "select", "textarea"].flatMap((tag) =>
    form.findAll(tag),
  );
  for (const label of form.findAll("label")) {
    const [name] = label.findAll("code");
    const value = values[name?.textContent ?? ""];
    const id = label.attributes.get("for");
    const control = controls.find((one) => one.attributes.get("id") === id);
    if (value !== undefined) control?.enter(value);
  }
}

for (const [kind, entry, name, method] of ENTRIES)
  test(`the explorer's form for ${kind} creates a request that is valid in the newest revision`, () => {
    const form = explorer.request(kind, entry, name);
    const values = { city: "Oslo", days: "3", day: "1", tags: '["a"]' };
    for (const filled of [{}, values]) {
      fill(form, filled);
      const { message } = read(form);
      assert.is(message.method, method);
      const outcome = decoders.decodeClientMessage(message);
      assert.ok(outcome.ok, JSON.stringify(outcome));
    }
  });

test("the form of a tool converts the text of a field to the type in the input schema", () => {
  const form = explorer.request("tools", TOOL, "get_weather");
  assert.equal(read(form), {
    message: {
      ...read(form).message,
      params: {
        ...read(form).message.params,
        name: "get_weather",
        arguments: { unit: "F" },
      },
    },
    verdict: 'needs "city"',
  });
  fill(form, {
    city: "Oslo",
    unit: "0",
    days: "0",
    exact: "1",
    lat: "59.9",
    tags: '["a"]',
  });
  const { message, verdict } = read(form);
  assert.equal(message.params["arguments"], {
    city: "Oslo",
    unit: "C",
    days: 0,
    exact: false,
    place: { lat: 59.9 },
    tags: ["a"],
  });
  assert.match(verdict, /^days /);
  assert.equal(
    form.findAll("mark").map(({ textContent }) => textContent),
    ["0"],
  );
  fill(form, { days: "2", tags: "a" });
  assert.match(read(form).verdict, /^tags /);
  fill(form, { tags: " ", lat: "" });
  const good = read(form);
  assert.is(good.verdict, "✓ The arguments match the input schema.");
  assert.not("place" in (good.message.params["arguments"] as object));
});

test("the form of a tool sends a required object even if the object is empty", () => {
  const inputSchema = {
    type: "object",
    properties: {
      place: { type: "object", properties: { lat: { type: "number" } } },
      unit: { enum: ["C", "F"] },
      code: { type: "string" },
    },
    required: ["place", "unit"],
  };
  const form = explorer.request("tools", { name: "t", inputSchema }, "t");
  const { message, verdict } = read(form);
  assert.equal(message.params["arguments"], { place: {} });
  assert.is(verdict, 'needs "unit"');
  fill(form, { unit: "1", code: "007" });
  assert.equal(read(form).message.params["arguments"], {
    place: {},
    unit: "F",
    code: "007",
  });
});

test("the form of a tool with an invalid schema shows an error message", () => {
  const properties = { a: { type: "string", pattern: "(" } };
  const inputSchema = { type: "object", properties };
  const form = explorer.request("tools", { inputSchema }, "t");
  fill(form, { a: "x" });
  assert.match(read(form).verdict, /^The schema is invalid: /);
});

test("the form of a prompt names the required arguments that are missing", () => {
  const form = explorer.request("prompts", PROMPT, "forecast");
  const missing = "Required arguments are missing: ";
  assert.is(read(form).verdict, `${missing}"city", "day"`);
  fill(form, { city: "Oslo" });
  assert.is(read(form).verdict, `${missing}"day"`);
  fill(form, { day: "1" });
  assert.is(read(form).verdict, "");
  const { params } = read(form).message;
  assert.equal(params["arguments"], { city: "Oslo", day: "1" });
  assert.is(form.findAll("span", "required").length, 2);
});

test("the form of a resource template has a field for each variable, and expands the template", () => {
  const form = explorer.request("templates", TEMPLATE, TEMPLATE.uriTemplate);
  assert.is(form.findAll("input").length, 1);
  fill(form, { day: "a b" });
  assert.is(read(form).message.params["uri"], "file:///a%20b/a%20b.md");
});

test("the page of a method shows a note if no example message can be created", () => {
  const { model } = parseSchema(
    `export const LATEST_PROTOCOL_VERSION = "1";
    export interface EmptyResult {}
    export interface PingRequest { method: "ping"; /** @pattern ^no sample$ */ params: string }
    export type ClientRequest = PingRequest;`,
    { file: "schema.ts" },
  );
  const [method] = model.methods;
  assert.match(
    toHtml(method && explorer.samples(method, { name: "1", model })),
    "No example message could be created for this method.",
  );
});

test("`checkText` validates every pasted message as a message of the given sender", () => {
  const revision = explorer.findRevision("2025-06-18");
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} };
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  const lines = (text: string, from?: "client" | "server") =>
    explorer
      .checkText(text, revision, from)
      .judged.map(({ line, faults }) => [line, faults.length > 0]);
  assert.equal(lines(JSON.stringify(ping)), []);
  assert.equal(lines(JSON.stringify([ping, call])), [[2, true]]);
  assert.equal(lines(JSON.stringify([ping, call], null, 2)), [[2, true]]);
  const both = `${JSON.stringify(ping)}\r\n${JSON.stringify(call)}`;
  assert.equal(lines(both), [[2, true]]);
  const right = { ...call, params: { name: "t" } };
  assert.equal(lines(JSON.stringify(right), "client"), []);
  assert.equal(lines(JSON.stringify(right), "server"), [[1, true]]);
  const protocolVersion = "2024-11-05";
  const info = { name: "a", version: "1" };
  const capabilities = {};
  const opening = [
    {
      ...call,
      method: "initialize",
      params: { protocolVersion, capabilities, clientInfo: info },
    },
    {
      jsonrpc: "2.0",
      id: 1,
      result: { protocolVersion, capabilities, serverInfo: info },
    },
  ];
  const { judged, speaks } = explorer.checkText(
    JSON.stringify(opening),
    revision,
    undefined,
  );
  assert.equal([judged, speaks], [[], "2024-11-05"]);
});

test("the explorer shows for each revision whether the revision adds, keeps, changes, removes or lacks a method", () => {
  const states = (method: string) =>
    Object.fromEntries(
      explorer.getStates(method).map((state, at) => [REVISIONS[at], state]),
    );
  const subscribe = states("resources/subscribe");
  assert.is(subscribe["2024-11-05"], "same");
  assert.is(subscribe["2025-11-25"], "same");
  assert.is(subscribe["2026-07-28"], "gone");
  assert.is(subscribe["draft"], "absent");
  const discover = states("server/discover");
  assert.is(discover["2025-11-25"], "absent");
  assert.is(discover["2026-07-28"], "added");
  assert.is(states("tools/call")["2025-11-25"], "changed");
});

test("`getMethodChanges` returns only the changes of a method and of its params", () => {
  const newer = explorer.findRevision("2025-06-18");
  const older = explorer.getPrecedingRevision(newer);
  assert.is(older?.name, "2025-03-26");
  assert.ok(older);
  const own = explorer.getMethodChanges("tools/call", older, newer);
  assert.ok(own.length > 0);
  for (const { of, subject, kind } of own) {
    assert.match(of, /^tools\/call$|^CallTool/);
    assert.not(subject === "type" && kind === "renamed");
  }
  const [first] = REVISIONS;
  const oldest = explorer.findRevision(first ?? "");
  assert.is(explorer.getPrecedingRevision(oldest), undefined);
});

test("`getUses` lists each method and type that refers to a given type once", () => {
  const uses = explorer.getUses(explorer.NEWEST).get("Tool") ?? [];
  const texts = uses.map((use) => JSON.stringify(use));
  assert.is(new Set(texts).size, texts.length);
  assert.ok(texts.includes('{"kind":"types","name":"ListToolsResult"}'));
  assert.not(texts.some((text) => text.includes('"Tool"')));
});

const resolve = (name: string): string | undefined =>
  name === "Tool" ? "#/Tool" : undefined;

for (const [text, expected] of [
  ["", ""],
  ["a\nb\n\nc", '<p dir="auto">a\nb</p><p dir="auto">c</p>'],
  ["# Head", '<p class="heading"><strong>Head</strong></p>'],
  [
    "text\n- one\n  more\n- two",
    '<p dir="auto">text</p><ul><li dir="auto">one more</li><li dir="auto">two</li></ul>',
  ],
  ["1. one", '<ol><li dir="auto">one</li></ol>'],
  ["  1) one", '<ol><li dir="auto">one</li></ol>'],
  ["```ts\na *b*\n```\nc", '<pre><code>a *b*</code></pre><p dir="auto">c</p>'],
  [
    "`Tool` `none` {@link Tool | tools}",
    '<p dir="auto"><a href="#/Tool"><code>Tool</code></a> <code>none</code> <a href="#/Tool"><code>tools</code></a></p>',
  ],
  [
    "[a](https://x.example) [b](javascript:c)",
    '<p dir="auto"><a href="https://x.example" rel="noreferrer noopener">a</a> b</p>',
  ],
  ["**a** _b_ a_b_c", '<p dir="auto"><strong>a</strong> <em>b</em> a_b_c</p>'],
] as const)
  test(`the Markdown ${JSON.stringify(text)} becomes HTML elements`, () => {
    assert.is(toHtml(explorer.markdown(text, resolve)), expected);
  });

test("the explorer shows a Markdown text of more than 50,000 characters as plain text", () => {
  const shown = (length: number) =>
    toHtml(explorer.markdown("*".repeat(length), resolve)).slice(0, 4);
  assert.equal([shown(50_000), shown(50_001)], ["<p d", "<pre"]);
  const whole = toHtml(explorer.markdown(`${"*".repeat(50_000)}end`, resolve));
  assert.match(whole, "*end");
});

test("the explorer highlights invalid parts of a JSON value, and objects that lack a member", () => {
  const value = { a: [1, "x"], "b/c": {} };
  const marked = (...paths: (string | number)[][]) =>
    explorer
      .jsonView(value, paths)
      .findAll("mark")
      .map(({ textContent }) => textContent);
  assert.equal(JSON.parse(explorer.jsonView(value).textContent), value);
  assert.equal(marked(["a", 1], ["b/c", "d"]), ['"x"', "{}"]);
  assert.equal(marked(["a"], ["missing"]), ["{", "["]);
  assert.equal(marked(["a", "1"], ["b/c", "toString"]), ['"x"', "{}"]);
  assert.equal(marked(), []);
});

test("the explorer shortens a JSON value with more than 2,000 parts", () => {
  const long = Array.from({ length: 2_100 }, (_, n) => n);
  assert.match(explorer.jsonView(long).textContent, /1998,\n {2}1999,\n {2}…/);
  let deep: unknown = 1;
  for (let n = 0; n < 101; n += 1) deep = [deep];
  assert.match(explorer.jsonView(deep).textContent, /…/);
  const shown = explorer.jsonView((deep as unknown[])[0]).textContent;
  assert.not.match(shown, /…/);
});

test.run();
