/** Where a project gets the generator from that wrote it. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isFromRegistry } from "../../generator/starter/generator-package.js";
import { temporaryFolder, writeTree } from "../support/folders.js";

const test = suite("generator of a project");

const integrity = "sha512-x";
const FILE = "mcp-codegen-0.1.0.tgz";
const RECORDS: Record<string, readonly [is: boolean, entry: unknown]> = {
  "npm's registry": [
    true,
    { resolved: `https://registry.npmjs.org/mcp-codegen/-/${FILE}`, integrity },
  ],
  "a registry that is not recorded": [true, { integrity }],
  "a file": [false, { resolved: `file:../${FILE}`, integrity }],
  "a file on the web": [false, { resolved: `https://a.example/${FILE}` }],
  git: [false, { resolved: "git+ssh://git@a.example/x.git#0" }],
};

for (const [what, [is, entry]] of Object.entries(RECORDS))
  test(`${what} ${is ? "is" : "is not"} where it is to be had`, () => {
    const folder = temporaryFolder();
    const packages = { "node_modules/mcp-codegen": entry };
    const record = JSON.stringify({ packages });
    writeTree(folder, { "node_modules/.package-lock.json": record });
    const own = join(folder, "node_modules", "mcp-codegen", "/");
    assert.is(isFromRegistry(own), is);
  });

test("without a record of npm's it may be anybody's", () =>
  assert.not(isFromRegistry(temporaryFolder())));

test.run();
