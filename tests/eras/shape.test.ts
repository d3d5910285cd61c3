/** One server, asked by clients of every revision over standard streams. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ALL,
  answersOf,
  MODERN,
  openingOf,
  problemsOf,
  requestOf,
} from "./support.js";

const test = suite("one server for every revision");

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

/** First revision of what some do not have. */
const SINCE = {
  audio: "2025-03-26",
  annotations: "2025-03-26",
  message: "2025-03-26",
  completions: "2025-03-26",
  link: "2025-06-18",
  title: "2025-06-18",
  structured: "2025-06-18",
  meta: "2025-06-18",
  size: "2024-11-05",
  icons: "2025-11-25",
  any: "2026-07-28",
};

for (const version of ALL) {
  const has = (what: keyof typeof SINCE): boolean => version >= SINCE[what];

  test(`a peer of ${version} gets what its revision has`, async () => {
    const requests = [
      requestOf(version, 1, "tools/list"),
      requestOf(version, 2, "tools/call", { name: "all" }),
      requestOf(version, 3, "tools/call", { name: "list" }),
      requestOf(version, 4, "prompts/list"),
      requestOf(version, 5, "prompts/get", { name: "all" }),
      requestOf(version, 6, "resources/list"),
      requestOf(version, 7, "resources/read", { uri: "x://y" }),
      requestOf(version, 8, "resources/read", { uri: "x://z" }),
      ...(version === MODERN ? [requestOf(version, 9, "server/discover")] : []),
      requestOf(version, 10, "tools/call", { name: "drawn" }),
    ];
    const sent = [...openingOf(version), ...requests];
    const answers = await answersOf(SERVER, sent);
    assert.equal(await problemsOf(version, sent, answers), []);
    const of = (id: number | string): Record<string, never> =>
      (answers.find((one) => one.id === id)?.result ?? {}) as never;

    const [all, list] = of(1).tools as never as Record<string, unknown>[];
    assert.is(all?.title !== undefined, has("title"));
    assert.is(all?.icons !== undefined, has("icons"));
    assert.is(all?.annotations !== undefined, has("annotations"));
    assert.is(all?._meta !== undefined, has("meta"));
    assert.is(all?.outputSchema !== undefined, has("structured"));
    assert.is(list?.outputSchema !== undefined, has("any"));
    assert.equal(
      (all?.inputSchema as { properties?: unknown } | undefined)?.properties,
      has("any") ? { a: true, b: false } : { a: {}, b: { not: {} } },
    );

    const { content, structuredContent, own } = of(2);
    assert.is(own, "kept");
    assert.equal(structuredContent, has("structured") ? { a: 1 } : undefined);
    assert.equal(
      (content as never as { type: string; text?: string }[]).map((block) =>
        block.type === "text" ? block.text : block.type,
      ),
      [
        "hi",
        has("audio") ? "audio" : "[audio, left out · audio/wav]",
        has("link") ? "resource_link" : "T · x://y",
      ],
    );
    const [text] = content as never as Record<
      string,
      Record<string, unknown>
    >[];
    assert.is(text?._meta !== undefined, has("meta"));
    assert.is(text?.annotations?.lastModified !== undefined, has("meta"));
    assert.is(text?.annotations?.priority, 1);

    assert.equal(of(3).structuredContent, has("any") ? [1, 2] : undefined);
    assert.equal(of(3).content, [{ type: "text", text: "[1,2]" }]);

    // Its text twin goes beside what is no text.
    assert.equal(
      (of(10).content as never as { type: string; text?: string }[]).map(
        ({ type, text: said }) => said ?? type,
      ),
      [
        "image",
        has("link") ? "resource_link" : "T · x://y",
        ...(has("structured") ? [] : ['{"a":1}']),
      ],
    );

    const [prompt] = of(4).prompts as never as Record<string, object[]>[];
    assert.is(prompt?.icons !== undefined, has("icons"));
    assert.equal(Object.keys(prompt?.arguments?.[0] ?? {}), [
      "name",
      ...(has("title") ? ["title"] : []),
    ]);
    assert.equal(
      (of(5).messages as never as { content: { type: string } }[]).map(
        (one) => one.content.type,
      ),
      [has("audio") ? "audio" : "text", has("link") ? "resource_link" : "text"],
    );
    const [resource] = of(6).resources as never as Record<string, unknown>[];
    assert.is(resource?.title !== undefined, has("title"));
    const { contents, ...rest } = of(7);
    const [read] = contents as never as Record<string, unknown>[];
    assert.is(read?._meta !== undefined, has("meta"));
    assert.equal("ttlMs" in rest, version === MODERN);
    assert.is(
      answers.find((one) => one.id === 8)?.error?.code,
      version === MODERN ? -32602 : -32002,
    );
    assert.is("resultType" in of(2), version === MODERN);

    const opened = version === MODERN ? of(9) : of("open");
    const capabilities = opened.capabilities as never as object;
    assert.is("completions" in capabilities, has("completions"));
    assert.is("extensions" in capabilities, has("any"));
    if (version === MODERN) {
      assert.equal(opened.supportedVersions, ALL);
    } else {
      assert.is(opened.protocolVersion, version);
      const info = opened.serverInfo as never as object;
      assert.is("title" in info, has("title"));
      assert.is("icons" in info, has("icons"));
    }
  });

  test(`progress at ${version}`, async () => {
    const call = requestOf(version, 1, "tools/call", { name: "steps" });
    const { params } = call as { params: { _meta?: object } };
    const _meta = { ...params._meta, progressToken: 7 };
    const asked = { ...call, params: { ...params, _meta } };
    const sent = [...openingOf(version), asked];
    const answers = await answersOf(SERVER, sent);
    assert.equal(await problemsOf(version, sent, answers), []);
    const progress = answers.find((one) => one.method !== undefined);
    assert.equal(progress?.params, {
      progressToken: 7,
      progress: 1,
      total: 2,
      ...(has("message") ? { message: "half" } : {}),
    });
  });
}

test.run();
