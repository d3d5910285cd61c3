import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadTemplates } from "../../generator/emit/templates.js";
import { UserError, type Diagnostic } from "../../generator/errors.js";
import { temporaryFolder, writeTree } from "../support/folders.js";

const test = suite("templates");

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  writeTree(folder, files);
  return folder;
}

/** The findings of the error that `work` throws. */
function findings(work: () => unknown): readonly Diagnostic[] {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error.diagnostics;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

test("a built-in template", () => {
  const { render, isCustom } = loadTemplates();
  assert.is(isCustom("types.ts"), false);
  assert.is(
    render("types.ts", { header: "/* h */", declarations: ["a;", "b;"] }),
    "/* h */\n\na;\n\nb;\n",
  );
});

test("text is put in as it is: no HTML escapes, no second reading", () => {
  const { render } = loadTemplates();
  const text = '/** <b> & "{{header}}" {{{x}}} \\{{y}} */';
  assert.is(
    render("types.ts", { header: "h", declarations: [text] }),
    `h\n\n${text}\n`,
  );
});

test("a user's template wins, with LF and without BOM", () => {
  const folder = folderWith({
    "types.ts.hbs": "\uFEFF// mine\r\n{{header}}\r\n",
  });
  const { render, isCustom } = loadTemplates(folder);
  assert.is(isCustom("types.ts"), true);
  assert.is(isCustom("methods.ts"), false);
  assert.is(render("types.ts", { header: "h" }), "// mine\nh\n");
});

test("a part of a file makes the file the user's", () => {
  const folder = folderWith({ "server-tools.ts.hbs": "// mine\n" });
  const { isCustom } = loadTemplates(folder);
  assert.is(isCustom("server.ts"), true);
  assert.is(isCustom("client.ts"), false);
});

test("other files of the folder are nobody's business", () => {
  const { isCustom } = loadTemplates(folderWith({ "README.md": "" }));
  assert.is(isCustom("README.md"), false);
});

test("a folder that is not there", () => {
  const [finding] = findings(() => loadTemplates("/no/such/folder"));
  assert.is(finding?.code, "MCP210");
  assert.match(finding?.message ?? "", "/no/such/folder");
});

test("a template that replaces none", () => {
  const folder = folderWith({ "typos.ts.hbs": "", "types.ts.hbs": "" });
  const [finding, ...more] = findings(() => loadTemplates(folder));
  assert.equal(more, []);
  assert.is(finding?.code, "MCP211");
  assert.match(finding?.message ?? "", "typos.ts.hbs");
  assert.match(finding?.message ?? "", "methods.ts.hbs");
});

test("a template that does not parse", () => {
  const folder = folderWith({
    "types.ts.hbs": "one\n{{#each declarations}}\n",
  });
  const { render } = loadTemplates(folder);
  const [finding] = findings(() => render("types.ts", {}));
  assert.is(finding?.code, "MCP212");
  assert.is(finding?.place?.file, join(folder, "types.ts.hbs"));
  assert.ok((finding?.place?.line ?? 0) >= 2);
  assert.match(finding?.place?.frame ?? "", "{{#each declarations}}");
  assert.match(finding?.message ?? "", /Expecting/);
});

test("a template that asks for what it is not given", () => {
  const folder = folderWith({ "types.ts.hbs": "one\n  {{heather}}\n" });
  const { render } = loadTemplates(folder);
  const [finding] = findings(() => render("types.ts", { header: "" }));
  assert.is(finding?.code, "MCP213");
  assert.equal(
    { line: finding?.place?.line, column: finding?.place?.column },
    { line: 2, column: 5 },
  );
  assert.match(finding?.message ?? "", /"heather" not defined/);
});

test("nothing inherited is reachable from a template", () => {
  const folder = folderWith({ "types.ts.hbs": "<{{header.constructor}}>" });
  const { render } = loadTemplates(folder);
  assert.is(render("types.ts", { header: {} }), "<>");
});

test.run();
