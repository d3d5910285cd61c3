/** The explorer's page as a file: its data, its policy, its size. */
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
import { readSources } from "../../generator/source/select.js";
import { packageText } from "../../generator/support/package.js";
import { hashOf, routeOf, type Route } from "../../explorer/base/route.js";
import { declarationTokens } from "../../explorer/protocol/tokens.js";
import { explorerFile, HOSTILE_SCHEMA } from "../harness/browser/explorer.js";
import {
  bundledModel,
  datedModel,
  modelOf,
  REVISIONS,
} from "../harness/models/models.js";
import { PROVEN } from "../harness/run/sampling.js";

const page = suite("explore: page");

const html = readFileSync(await explorerFile(), "utf8");

/** Returns the data that the script of a page reads. */
function dataOf(text: string): PageData {
  const [, data = ""] = /id="data">([^<]*)<\/script>/.exec(text) ?? [];
  const json = inflateSync(Buffer.from(data, "base64")).toString();
  return JSON.parse(json) as PageData;
}

page("the page has the whole model of each revision", () => {
  const { revisions } = dataOf(html);
  assert.equal(
    revisions.map(({ name }) => name),
    REVISIONS,
  );
  for (const { name, model } of revisions) {
    const { source, ...whole } = datedModel(name);
    assert.equal(model, { ...whole, source: { ...source, ...model.source } });
  }
});

for (const revision of PROVEN)
  page(
    `${revision}: the TypeScript that is shown is what the schema says`,
    () => {
      const model = bundledModel(revision);
      const text = model.declarations
        .map((one) =>
          declarationTokens(one)
            .map((token) => token.text)
            .join(""),
        )
        .join("\n");
      assert.equal(bare(modelOf(text).declarations), bare(model.declarations));
    },
  );

/** Declarations without comments. */
function bare(declarations: readonly Declaration[]): unknown {
  return JSON.parse(
    JSON.stringify(declarations, (key, value: unknown) =>
      key === "position" || key === "doc" ? undefined : value,
    ),
  );
}

page("is the same bytes twice", () => {
  assert.is(explore(readSources({ revisions: ["all"] })).html, html);
});

page("is as small as it is said to be", () => {
  assert.ok(Buffer.byteLength(html) <= 350_000);
  assert.ok(packageText("dist/generator/explorer.js").length <= 150_000);
});

page("its policy lets in its own scripts and styles, and nothing else", () => {
  const [, policy = ""] = /Policy" content="([^"]*)"/.exec(html) ?? [];
  const hash = (text: string): string =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const { decoders } = dataOf(html);
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

page("nothing of a schema ends an element or begins a comment", () => {
  const source = {
    text: HOSTILE_SCHEMA,
    file: "</title><script>.ts",
    revision: null,
  };
  const text = explore([{ ...source, commit: null }]).html;
  assert.is(text.match(/<\/script/gi)?.length, 2);
  assert.is(text.match(/<!--|<img/gi), null);
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

page("an address names the place that it was made of", () => {
  for (const route of ROUTES)
    assert.equal({ at: undefined, ...route }, routeOf(hashOf(route)));
});

for (const broken of ["#%", "#/%E0%A4%A/methods/x", "#?at=", "#//", "#/a/b/c"])
  page(`${broken} leads somewhere`, () => {
    assert.type(routeOf(broken).view, "string");
  });

page.run();
