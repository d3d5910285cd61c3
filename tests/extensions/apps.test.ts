/**
 * Tests of the MCP extension Apps, in which tools provide pages for a user
 * interface.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { verifyExtension } from "../../generator/pipeline/verify-extension.js";
import { parseSchema } from "../../generator/parse/index.js";
import {
  extensionTable,
  readExtensions,
} from "../../generator/source/extensions.js";
import { readBundledSchema } from "../../generator/source/read.js";
import { load } from "../harness/generated/load.js";
import { MODULES } from "../harness/program/cli.js";
import type { Context } from "../harness/generated/modules.js";

const test = suite("extension: apps");

const UI = "io.modelcontextprotocol/ui";
const TYPE = "text/html;profile=mcp-app";
const FACE = "ui://clock/face";
const pin = extensionTable().extensions["apps"];
const published = join(
  MODULES,
  "@modelcontextprotocol/ext-apps",
  pin?.path ?? "",
);

test("the published schema of the Apps extension declares the same types as the bundled schema", () => {
  const bytes = readFileSync(published);
  assert.is(createHash("sha256").update(bytes).digest("hex"), pin?.sha256);
  assert.is(bytes.length, pin?.bytes);
  const [file] = readExtensions([`${UI}=${published}`]);
  const { text = "" } = file ?? {};
  const source = { text, file: published, revision: null, commit: null };
  const { verdict } = verifyExtension(source, "apps");
  assert.ok(verdict.ok, verdict.diff ?? "");
});

test("the Apps extension can be added to each revision since 2025-06-18, and adds no methods", () => {
  for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"]) {
    const core = readBundledSchema(revision);
    const extended = { ...core, extensions: readExtensions(["apps"]) };
    const { model, warnings } = parseSchema(core.text, extended);
    assert.equal(warnings, []);
    assert.is(model.extensions?.[0]?.version, "2026-01-26");
    assert.not.ok(model.methods.some(({ extension }) => extension));
  }
});

interface Guards {
  isMcpUiToolMeta(value: unknown): boolean;
  isMcpUiResourceMeta(value: unknown): boolean;
  isMcpUiClientCapabilities(value: unknown): boolean;
  isMcpUiSizeChangedNotification(value: unknown): boolean;
}

const REVISION = "2025-11-25+apps";

test("the type guards generated for the Apps extension validate the metadata of tools and of pages", async () => {
  const guards = await load<Guards>(REVISION, "validators");
  for (const [verdict, meta] of [
    [true, {}],
    [true, { resourceUri: FACE, visibility: ["app"] }],
    [true, { visibility: ["model", "app"], more: 1 }],
    [false, { resourceUri: 1 }],
    [false, { visibility: ["user"] }],
    // The specification defines `csp` and `permissions` in the metadata of the
    // page's resource, not of the tool.
    [false, { csp: { connectDomains: [] } }],
    [false, { permissions: {} }],
  ] as const)
    assert.is(guards.isMcpUiToolMeta(meta), verdict, JSON.stringify(meta));
  for (const [verdict, meta] of [
    [true, { csp: { connectDomains: ["https://a.example"] } }],
    [true, { permissions: { camera: {} }, prefersBorder: false }],
    [false, { csp: { connectDomains: "https://a.example" } }],
    [false, { prefersBorder: "yes" }],
  ] as const)
    assert.is(guards.isMcpUiResourceMeta(meta), verdict, JSON.stringify(meta));
  assert.ok(guards.isMcpUiClientCapabilities({ mimeTypes: [TYPE] }));
  assert.not.ok(guards.isMcpUiClientCapabilities({ mimeTypes: TYPE }));
  // Sizes in pixels may be fractional numbers.
  const params = { width: 12.5, height: 8 };
  const method = "ui/notifications/size-changed";
  assert.ok(guards.isMcpUiSizeChangedNotification({ method, params }));
});

for (const revisions of [REVISION, "2026-07-28+tasks+apps"])
  test(`${revisions}: clients with and without the Apps extension receive a tool and its page`, async () => {
    const { createServer, memory, resources, tools } = await load(
      revisions,
      "server",
    );
    const { createClient } = await load(revisions, "client");
    const ui = { resourceUri: FACE };
    const own = { resourceUri: FACE, visibility: ["app"] };
    const csp = { csp: { connectDomains: [] } };
    const can = ({ peer }: Context): string => {
      const { extensions } = peer.capabilities as { extensions?: object };
      return JSON.stringify(extensions ?? {});
    };
    const server = createServer(
      { name: "clock", version: "1" },
      {
        ...tools({
          show: {
            _meta: { ui },
            handler: (_: unknown, ctx: Context) => can(ctx),
          },
          wind: { _meta: { ui: own }, handler: () => "wound" },
        }),
        ...resources({
          [FACE]: {
            mimeType: TYPE,
            _meta: { ui: csp },
            read: () => "<!doctype html>",
          },
        }),
      },
    );
    const extensions = { [UI]: { mimeTypes: [TYPE] } };
    const seen: string[] = [];
    for (const capabilities of [{ extensions }, {}]) {
      const info = { name: "desk", version: "1" };
      const client = createClient(info, {}, { capabilities });
      const [near, far] = memory();
      await Promise.all([server.connect(far), client.connect(near)]);
      const { tools: listed } = await client.listTools();
      assert.equal(
        listed.map((tool) => (tool as unknown as { _meta: object })._meta),
        [{ ui }, { ui: own }],
      );
      const page = (await client.request("resources/list", {})) as {
        resources: { mimeType: string; _meta: object }[];
      };
      const [entry] = page.resources;
      assert.equal([entry?.mimeType, entry?._meta], [TYPE, { ui: csp }]);
      const read = (await client.request("resources/read", { uri: FACE })) as {
        contents: object[];
      };
      const contents = [{ uri: FACE, mimeType: TYPE, text: "<!doctype html>" }];
      assert.equal(read.contents, contents);
      const { content } = await client.callTool({ name: "show" });
      seen.push(String(content[0]?.text));
      await client.close();
    }
    const tasks = revisions.includes("tasks")
      ? { "io.modelcontextprotocol/tasks": {} }
      : {};
    assert.equal(
      seen.map((text) => JSON.parse(text) as object),
      [{ ...tasks, ...extensions }, tasks],
    );
  });

test.run();
