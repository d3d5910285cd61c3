/** Where a project gets the generator from that wrote it. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isFromRegistry } from "../../generator/starter/generator-package.js";
import { folderWith, temporaryFolder } from "../support/folders.js";

const test = suite("generator of a project");

const FILE = "mcp-codegen-0.1.0.tgz";
for (const [resolved, is] of [
  [`https://registry.npmjs.org/mcp-codegen/-/${FILE}`, true],
  // A registry that is not recorded.
  [undefined, true],
  [`file:../${FILE}`, false],
] as const)
  test(`with its hash ${resolved}: ${is}`, () =>
    assert.is(fromRegistry({ resolved, integrity: "sha512-x" }), is));

for (const resolved of [
  `https://a.example/${FILE}`,
  "git+ssh://a.example/x.git#0",
])
  test(`without one, ${resolved}: false`, () =>
    assert.not(fromRegistry({ resolved })));

function fromRegistry(entry: object): boolean {
  const packages = { "node_modules/mcp-codegen": entry };
  const record = JSON.stringify({ packages });
  const folder = folderWith({ "node_modules/.package-lock.json": record });
  return isFromRegistry(join(folder, "node_modules", "mcp-codegen", "/"));
}

test("without a record of npm's it may be anybody's", () =>
  assert.not(isFromRegistry(temporaryFolder())));

test.run();
