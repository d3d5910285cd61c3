/**
 * Tests of the HTML file of the explorer: its data, Content-Security-Policy and
 * size.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { explore } from "../../generator/explore/explore.js";
import {
  decoderScript,
  type PageData,
} from "../../generator/explore/page-data.js";
import type { Declaration } from "../../generator/model/types.js";
import { toListing } from "../../generator/new/manifest/listing.js";
import { readSources } from "../../generator/source/select.js";
import { packageText } from "../../generator/support/package.js";
import { toHash, parseHash, type Route } from "../../explorer/base/route.js";
import { declarationTokens } from "../../explorer/protocol/tokens.js";
import { explorerFile, HOSTILE_SCHEMA } from "../harness/browser/explorer.js";
import {
  bundledModel,
  datedModel,
  parseModel,
  REVISIONS,
} from "../harness/models/models.js";
import { SMALL_SCHEMA } from "../harness/models/small-schema.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";

const test = suite("explorer: page");

const html = readFileSync(await explorerFile(), "utf8");

/** Returns the data that an explorer page contains for its script. */
function readData(text: string): PageData {
  const [, data = ""] = /id="data">([^<]*)<\/script>/.exec(text) ?? [];
  const json = inflateSync(Buffer.from(data, "base64")).toString();
  return JSON.parse(json) as PageData;
}

test("the explorer page contains the whole model of each revision", () => {
  const { revisions } = readData(html);
  assert.equal(
    revisions.map(({ name }) => name),
    REVISIONS,
  );
  for (const { name, model } of revisions) {
    const { source, ...whole } = datedModel(name);
    assert.equal(model, { ...whole, source: { ...source, ...model.source } });
  }
});

for (const revision of TESTED_REVISIONS)
  test(`the TypeScript code of ${revision} on the explorer page parses to the model of the revision`, () => {
    const model = bundledModel(revision);
    const text = model.declarations
      .map((declaration) =>
        declarationTokens(declaration)
          .map((token) => token.text)
          .join(""),
      )
      .join("\n");
    assert.equal(
      removeComments(parseModel(text).declarations),
      removeComments(model.declarations),
    );
  });

test("the explorer puts the type of a constant in parentheses only before brackets", () => {
  const text = `${SMALL_SCHEMA}
export const A = "a";
export interface B { c: (typeof A)[]; d: typeof A | string[] }`;
  const types = parseModel(text).declarations.map((declaration) =>
    declarationTokens(declaration)
      .map((token) => token.text)
      .join(""),
  );
  const want = "{\n  c: (typeof A)[];\n  d: typeof A | string[];\n}";
  assert.ok(types.some((type) => type.endsWith(want)));
});

/**
 * Returns a copy of declarations without doc comments and source positions.
 * Also omits the member `integer`, whose value depends on the doc comments.
 */
function removeComments(declarations: readonly Declaration[]): unknown {
  return JSON.parse(
    JSON.stringify(declarations, (key, value: unknown) =>
      ["position", "doc", "integer"].includes(key) ? undefined : value,
    ),
  );
}

test("`explore` writes the same bytes in each run for the same schemas", () => {
  assert.is(explore(readSources({ revisions: ["all"] })).html, html);
});

test("the explorer page has at most 350,000 bytes, and its script at most 155,000", () => {
  assert.ok(Buffer.byteLength(html) <= 350_000);
  assert.ok(packageText("dist/generator/explorer.js").length <= 155_000);
});

test("the Content-Security-Policy of the explorer page allows only the page's own scripts and styles", () => {
  const [, policy = ""] = /Policy" content="([^"]*)"/.exec(html) ?? [];
  const hash = (text: string): string =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const { decoders } = readData(html);
  const scripts = [
    packageText("dist/generator/explorer.js").trim(),
    ...REVISIONS.map((name) => decoderScript(decoders, name)),
  ];
  const style = packageText("dist/generator/explorer-style.css").trim();
  assert.is(
    policy,
    [
      "default-src 'none'",
      `script-src ${scripts.map(hash).join(" ")}`,
      `style-src ${hash(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join("; "),
  );
});

test("the explorer page escapes schema text that would close an HTML element or open a comment", () => {
  const source = {
    text: HOSTILE_SCHEMA,
    file: "</title><script>.ts",
    revision: null,
  };
  const text = explore([{ ...source, commit: null }]).html;
  assert.is(text.match(/<\/script/gi)?.length, 2);
  assert.is(text.match(/<!--|<img/gi), null);
});

test("the explorer page escapes the server's name in the page title", () => {
  const name = "</title>\n<b>&";
  const server = { name, peer: null, listing: toListing({}), before: null };
  const { html: text } = explore(
    readSources({ revisions: ["latest"] }),
    server,
  );
  const [, title] = /<title>(.*)<\/title>/.exec(text) ?? [];
  assert.is(title, "&#60;/title&#62; &#60;b&#62;&#38;");
});

const ROUTES: readonly Route[] = [
  { view: "home" },
  { view: "home", at: "-tools" },
  { view: "revision", revision: "2025-06-18" },
  {
    view: "methods",
    revision: "draft",
    name: "tools/call",
    at: "params._meta.a/b",
  },
  { view: "types", revision: "a b.ts", name: "Tool", at: "-schema" },
  { view: "diff", from: "2025-06-18", to: "draft", at: "tools/call" },
  { view: "check", revision: "draft" },
  { view: "conversation", revision: "draft", at: "-task" },
  { view: "server", kind: "", name: "" },
  { view: "server", kind: "tools", name: "a?at=%2F#b" },
  { view: "server", kind: "resources", name: "file:///a/b.md" },
];

test("`parseHash` parses each URL hash that `toHash` returns", () => {
  for (const route of ROUTES)
    assert.equal({ at: undefined, ...route }, parseHash(toHash(route)));
});

for (const broken of ["#%", "#/%E0%A4%A/methods/x", "#?at=", "#//", "#/a/b/c"])
  test(`\`parseHash\` returns a view for the malformed URL hash ${broken}`, () => {
    assert.type(parseHash(broken).view, "string");
  });

test.run();
