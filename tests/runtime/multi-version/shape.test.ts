/**
 * Tests of the members that a multi-version server includes in results for
 * clients of each revision.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ALL,
  getAnswers,
  MODERN,
  buildOpening,
  findWireProblems,
  buildRequest,
} from "../../harness/wire/multi-version.js";

const test = suite("multi-version server: results");

const SERVER = `
import { createServer, prompts, resources, tools } from "./server.js";
const icons = [{ src: "https://example.com/i.png" }];
const link = { type: "resource_link", uri: "x://y", name: "n", title: "T", icons };
const audio = { type: "audio", data: "AAAA", mimeType: "audio/wav" };
const image = { type: "image", data: "AAAA", mimeType: "image/png" };
const text = { type: "text", text: "hi", _meta: { a: 1 }, annotations: { priority: 1, lastModified: "2025-01-01T00:00:00Z" } };
export const server = createServer({ name: "s", version: "1", title: "S", icons }, {
  ...tools({
    all: {
      title: "All", icons, annotations: { readOnlyHint: true }, _meta: { a: 1 },
      inputSchema: { type: "object", properties: { a: true, b: false } },
      outputSchema: { type: "object" },
      handler: () => ({ content: [text, audio, link], structuredContent: { a: 1 }, own: "kept" }),
    },
    list: { outputSchema: { type: "array" }, handler: () => ({ structuredContent: [1, 2] }) },
    drawn: { outputSchema: { type: "object" }, handler: () => ({ content: [image, link], structuredContent: { a: 1 } }) },
    steps: { handler: (_args, ctx) => { ctx.progress(1, 2, "half"); return "done"; } },
  }),
  ...prompts({ all: {
    title: "All", icons, arguments: [{ name: "a", title: "A" }],
    handler: () => [{ role: "user", content: audio }, { role: "assistant", content: link }],
  } }),
  ...resources({ "x://y": { title: "Y", icons, size: 3, read: () => ({ contents: [{ uri: "x://y", text: "t", _meta: { a: 1 } }], ttlMs: 5 }) } }),
}, { capabilities: { extensions: { "a/b": {} }, completions: {} } });
`;

/**
 * Features of results, each with the first revision that supports the feature.
 */
const SINCE = {
  audio: "2025-03-26",
  annotations: "2025-03-26",
  message: "2025-03-26",
  completions: "2025-03-26",
  link: "2025-06-18",
  title: "2025-06-18",
  structured: "2025-06-18",
  meta: "2025-06-18",
  icons: "2025-11-25",
  any: "2026-07-28",
};

type Entry = Readonly<Record<string, unknown>>;

const getKinds = (content: unknown): unknown[] =>
  (content as Entry[]).map(({ type, text }) => text ?? type);

for (const version of ALL) {
  const has = (what: keyof typeof SINCE): boolean => version >= SINCE[what];
  /**
   * Asserts that an entry has exactly those given members that the revision
   * defines.
   */
  const fits = (entry: unknown, ...members: (keyof typeof SINCE)[]): void => {
    const names = { meta: "_meta", structured: "outputSchema" } as const;
    for (const what of members) {
      const name = what in names ? names[what as keyof typeof names] : what;
      const there = (entry as Entry)[name] !== undefined;
      assert.equal([what, there], [what, has(what)]);
    }
  };

  test(`a multi-version server sends a client of ${version} only the result members of that revision`, async () => {
    const requests = [
      ["tools/list"],
      ["tools/call", { name: "all" }],
      ["tools/call", { name: "list" }],
      ["prompts/list"],
      ["prompts/get", { name: "all" }],
      ["resources/list"],
      ["resources/read", { uri: "x://y" }],
      ["resources/read", { uri: "x://z" }],
      ["tools/call", { name: "drawn" }],
      ["tools/call", { name: "steps" }, { progressToken: 7 }],
      ...(version === MODERN ? [["server/discover"]] : []),
    ] as [string, object?, object?][];
    const sent = [
      ...buildOpening(version),
      ...requests.map((request, id) =>
        buildRequest(version, id + 1, ...request),
      ),
    ];
    const answers = await getAnswers(SERVER, sent);
    assert.equal(await findWireProblems(version, sent, answers), []);
    const of = (id: number | string): Entry =>
      answers.find((answer) => answer.id === id)?.result ?? {};

    const [all, list] = of(1).tools as [Entry, Entry];
    fits(all, "title", "icons", "annotations", "meta", "structured");
    assert.is(list.outputSchema !== undefined, has("any"));
    assert.equal(
      (all.inputSchema as Entry).properties,
      has("any") ? { a: true, b: false } : { a: {}, b: { not: {} } },
    );

    const { content, structuredContent, own } = of(2);
    assert.is(own, "kept");
    assert.equal(structuredContent, has("structured") ? { a: 1 } : undefined);
    const link = has("link") ? "resource_link" : "T · x://y";
    const audio = has("audio") ? "audio" : "[audio, left out · audio/wav]";
    assert.equal(getKinds(content), ["hi", audio, link]);
    const [text] = content as [Entry & { annotations: Entry }];
    fits(text, "meta");
    assert.is(text.annotations.lastModified !== undefined, has("meta"));
    assert.is(text.annotations.priority, 1);

    assert.equal(of(3).structuredContent, has("any") ? [1, 2] : undefined);
    assert.equal(of(3).content, [{ type: "text", text: "[1,2]" }]);
    // Older revisions have no structured content. The server adds a text block
    // with the same content as JSON instead.
    const twin = has("structured") ? [] : ['{"a":1}'];
    assert.equal(getKinds(of(9).content), ["image", link, ...twin]);

    const progress = answers.find((answer) => answer.method !== undefined);
    assert.equal(progress?.params, {
      progressToken: 7,
      progress: 1,
      total: 2,
      ...(has("message") ? { message: "half" } : {}),
    });

    const [prompt] = of(4).prompts as [Entry & { arguments: [Entry] }];
    fits(prompt, "icons");
    fits(prompt.arguments[0], "title");
    const messages = of(5).messages as Entry[];
    const said = messages.map((message) => message.content);
    assert.equal(getKinds(said), [audio, link]);
    const [resource] = of(6).resources as [Entry];
    fits(resource, "title");
    const { contents, ...rest } = of(7);
    fits((contents as [Entry])[0], "meta");
    assert.equal("ttlMs" in rest, version === MODERN);
    const { error } = answers.find((answer) => answer.id === 8) ?? {};
    assert.is(error?.code, version === MODERN ? -32602 : -32002);
    assert.is("resultType" in of(2), version === MODERN);

    const opened = version === MODERN ? of(11) : of("open");
    fits(opened.capabilities, "completions");
    const { extensions } = opened.capabilities as Entry;
    assert.is(extensions !== undefined, has("any"));
    if (version === MODERN) assert.equal(opened.supportedVersions, ALL);
    else {
      assert.is(opened.protocolVersion, version);
      fits(opened.serverInfo, "title", "icons");
    }
  });
}

test.run();
