/**
 * Tests of the function `tools` with tools that have pages for a user interface
 * (MCP extension Apps).
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../harness/generated/load.js";

const test = suite("extension: pages of tools");

const TYPE = "text/html;profile=mcp-app";
const uri = "ui://clock/face.html";
const html = "<!doctype html><title>Clock</title>";
const handler = () => "noon";

type Entries = Readonly<Record<string, object>>;
interface Tools {
  (
    entries: Entries,
    settings?: object,
  ): object & {
    set(name: string, entry: object): void;
    remove(name: string): boolean;
  };
}

const REVISIONS = ["2025-11-25+apps", "2026-07-28+tasks+apps"];
/** Name of the generated output in which one server supports all revisions. */
const ALL = "all+apps";

async function connect(revision: string, handlers: object) {
  const { createServer, memory } = await load(revision, "server");
  const { createClient } = await load(revision, "client");
  const server = createServer({ name: "clock", version: "1" }, handlers);
  const client = createClient({ name: "desk", version: "1" });
  const [near, far] = memory();
  await Promise.all([server.connect(far), client.connect(near)]);
  const list = async (method: string, member: string) =>
    ((await client.request(method, {})) as Record<string, object[]>)[member];
  return {
    tools: () => list("tools/list", "tools"),
    resources: () => list("resources/list", "resources"),
    read: async (uri: string) =>
      (
        (await client.request("resources/read", { uri })) as {
          contents: object[];
        }
      ).contents,
    close: () => client.close(),
  };
}

for (const revision of [...REVISIONS, ALL])
  test(`${revision}: the definition of a tool with a page registers both the tool and the resource of the page`, async () => {
    const { tools, resources } = await load(revision, "server");
    const csp = { connectDomains: ["https://time.example"] };
    const page = { uri, html, title: "Clock", csp, prefersBorder: true };
    const made = await connect(revision, {
      ...tools({
        show: { ui: page, handler },
        wind: { ui: page, visibility: ["app"], handler },
        other: { ui: "ui://clock/other.html", _meta: { a: 1 }, handler },
        plain: { handler },
      }),
      ...resources({
        "ui://clock/other.html": { mimeType: TYPE, read: () => html },
      }),
    });
    const listed = (await made.tools()) as { name: string; _meta?: object }[];
    assert.equal(
      listed.map(({ name, _meta }) => [name, _meta]),
      [
        ["show", { ui: { resourceUri: uri } }],
        ["wind", { ui: { resourceUri: uri, visibility: ["app"] } }],
        ["other", { a: 1, ui: { resourceUri: "ui://clock/other.html" } }],
        ["plain", undefined],
      ],
    );
    assert.not.ok(listed.some((tool) => "ui" in tool || "visibility" in tool));
    const _meta = { ui: { csp, prefersBorder: true } };
    const [first, second] = (await made.resources()) ?? [];
    assert.equal(first, {
      uri,
      name: uri,
      title: "Clock",
      mimeType: TYPE,
      _meta,
    });
    assert.is((second as { uri: string }).uri, "ui://clock/other.html");
    assert.equal(await made.read(uri), [
      { uri, mimeType: TYPE, text: html, _meta },
    ]);
    await made.close();
  });

const page = { uri, html };
const REFUSED: readonly (readonly [
  about: string,
  entries: Entries,
  message: string,
])[] = [
  [
    "a page without HTML",
    { show: { ui: { uri }, handler } },
    `The page ${uri} of the tool show has no HTML. Set \`html\` to a text that starts with <!doctype html>, or to a function that returns the text.`,
  ],
  [
    "the path of a file instead of HTML",
    { show: { ui: { uri, html: "./face.html" }, handler } },
    `The page ${uri} of the tool show has no HTML. Set \`html\` to a text that starts with <!doctype html>, or to a function that returns the text.`,
  ],
  ...[
    "https://clock.example/face",
    "ui://",
    "ui://clock/{face}",
    undefined,
    7,
  ].map(
    (wrong) =>
      [
        `the address ${String(wrong)}`,
        { show: { ui: { uri: wrong, html }, handler } },
        `The page of the tool show has the invalid address ${JSON.stringify(wrong)}. Use an address such as ui://show/page.html.`,
      ] as const,
  ),
  [
    "a wrong address without a page object",
    { show: { ui: "face.html", handler } },
    'The page of the tool show has the invalid address "face.html". Use an address such as ui://show/page.html.',
  ],
  [
    "an unknown caller in `visibility`",
    { show: { visibility: ["user"], handler } },
    "The tool show has invalid settings: ",
  ],
  [
    "settings of another form",
    { show: { ui: { ...page, prefersBorder: 1 }, handler } },
    `The page ${uri} of the tool show is invalid: `,
  ],
  [
    "an invalid origin in `csp`",
    {
      show: {
        ui: { ...page, csp: { connectDomains: ["not a url;"] } },
        handler,
      },
    },
    `The page ${uri} of the tool show is invalid: \`csp\` has the invalid origin "not a url;"; use an origin such as https://api.example`,
  ],
  ...[["usb"], null, { camera: true }].map(
    (permissions) =>
      [
        `the permissions ${JSON.stringify(permissions)}`,
        { show: { ui: { ...page, permissions }, handler } },
        `The page ${uri} of the tool show is invalid: permissions`,
      ] as const,
  ),
  [
    "two pages with the same address",
    { show: { ui: page, handler }, wind: { ui: { ...page }, handler } },
    `The tools show and wind have different pages with the address ${uri}. Use one page object for both tools, or another address.`,
  ],
];

for (const [about, entries, message] of REFUSED)
  test(`a tool is refused because of ${about}`, async () => {
    const { tools } = await load<{ tools: Tools }>("2025-11-25+apps", "server");
    assert.throws(
      () => tools(entries),
      (error: Error) =>
        error instanceof TypeError && error.message.startsWith(message),
    );
  });

test("`tools.set` and `tools.remove` change a tool together with its page", async () => {
  const { tools } = await load<{ tools: Tools }>("2025-11-25+apps", "server");
  const own = tools({ show: { ui: page, handler } });
  const made = await connect("2025-11-25+apps", own);
  const uris = async () =>
    ((await made.resources()) as { uri: string }[]).map(({ uri }) => uri);
  own.set("wind", { ui: page, handler });
  assert.ok(own.remove("show"));
  assert.equal(await uris(), [uri]);
  const next = { uri: "ui://clock/next.html", html: () => html };
  own.set("wind", { ui: next, handler });
  assert.equal(await uris(), [next.uri]);
  // A refused definition leaves the tool and its page unchanged.
  assert.throws(() => own.set("wind", { ui: { uri }, handler }), /no HTML/);
  assert.equal(await made.read(next.uri), [
    { uri: next.uri, mimeType: TYPE, text: html },
  ]);
  assert.ok(own.remove("wind"));
  assert.equal(await uris(), []);
  await made.close();
  const plain = tools({ show: { handler } });
  assert.not.ok("resources/read" in plain);
  assert.throws(
    () => plain.set("wind", { ui: page, handler }),
    /cannot add the first page/,
  );
});

test("a page can be read only by callers that may use one of the page's tools", async () => {
  const { tools } = await load<{ tools: Tools }>("2025-11-25+apps", "server");
  let allowed = "wind";
  const access = (name: string) => name === allowed;
  const own = tools(
    { show: { ui: page, handler }, wind: { ui: page, handler } },
    { access },
  );
  const made = await connect("2025-11-25+apps", own);
  assert.is((await made.read(uri)).length, 1);
  allowed = "";
  assert.equal(await made.resources(), []);
  await made.read(uri).then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.match(message, "Resource not found"),
  );
  await made.close();
});

test.run();
