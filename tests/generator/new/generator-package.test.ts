/**
 * Tests of the source from which new projects install the generator: the npm
 * registry or a local file.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isFromRegistry } from "../../../generator/new/generator-package.js";
import { folderWith, temporaryFolder } from "../../harness/program/folders.js";

const test = suite("new: generator package");

const FILE = "mcp-codegen-0.1.0.tgz";
for (const [entry, expected] of [
  [{ resolved: `https://registry.npmjs.org/mcp-codegen/-/${FILE}` }, true],
  // An entry without `resolved` is also from the registry: an option of npm
  // omits registry URLs from lock files.
  [{ integrity: "sha512-x" }, true],
  [{ integrity: "sha512-x", resolved: `file:../${FILE}` }, false],
  [{ resolved: `https://a.example/${FILE}` }, false],
  [{ resolved: "git+ssh://a.example/x.git#0" }, false],
] as const)
  test(`\`isFromRegistry\` returns ${expected} for a package with the npm lock entry ${JSON.stringify(entry)}`, () => {
    const packages = { "node_modules/mcp-codegen": entry };
    const record = JSON.stringify({ packages });
    const folder = folderWith({ "node_modules/.package-lock.json": record });
    const own = join(folder, "node_modules", "mcp-codegen", "/");
    assert.is(isFromRegistry(own), expected);
  });

test("`isFromRegistry` returns false if npm's lock file does not exist", () =>
  assert.not(isFromRegistry(temporaryFolder())));

test.run();
