/** Where a project gets the generator from that wrote it. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isFromRegistry } from "../../../generator/new/generator-package.js";
import { folderWith, temporaryFolder } from "../../harness/program/folders.js";

const test = suite("generator of a project");

const FILE = "mcp-codegen-0.1.0.tgz";
for (const [entry, is] of [
  [{ resolved: `https://registry.npmjs.org/mcp-codegen/-/${FILE}` }, true],
  // A registry that is not recorded.
  [{ integrity: "sha512-x" }, true],
  [{ integrity: "sha512-x", resolved: `file:../${FILE}` }, false],
  [{ resolved: `https://a.example/${FILE}` }, false],
  [{ resolved: "git+ssh://a.example/x.git#0" }, false],
] as const)
  test(`${JSON.stringify(entry)}: ${is}`, () => {
    const packages = { "node_modules/mcp-codegen": entry };
    const record = JSON.stringify({ packages });
    const folder = folderWith({ "node_modules/.package-lock.json": record });
    const own = join(folder, "node_modules", "mcp-codegen", "/");
    assert.is(isFromRegistry(own), is);
  });

test("without a record of npm's it may be anybody's", () =>
  assert.not(isFromRegistry(temporaryFolder())));

test.run();
