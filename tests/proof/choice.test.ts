/** What `--features` and `--transports` choose, and nothing beside it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FEATURES, TRANSPORTS } from "../../generator/emit/context.js";
import { generate } from "../../generator/jobs/generate.js";
import { typeCheck } from "../support/compiler.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { random } from "../support/mutations.js";
import { modulesOf, unreached } from "../support/reached.js";
import { PROVEN } from "../support/whole.js";

const choice = suite("choice");

const below = random(7);
const some = <T>(all: readonly T[]): T[] => all.filter(() => below(2) === 0);

const CHOICES = PROVEN.map((revision) => ({
  revision,
  features: ["tools", ...some(FEATURES)],
  transports: ["memory", ...some(TRANSPORTS)],
}));

for (const { revision, ...chosen } of CHOICES) {
  const title = [...chosen.features, ...chosen.transports].join();
  choice(`${revision}: nothing beside ${title}`, async () => {
    const out = temporaryFolder();
    await generate({ revisions: [revision], ...chosen, out });
    const { folder, files } = modulesOf(out);
    assert.equal(unreached(folder, files), []);
    assert.is(await typeCheck(folder), "");
  });
}

choice("the walk notices a declaration that nothing reaches", async () => {
  const { folder, files } = modulesOf(await outputOf("2025-06-18"));
  writeTree(folder, {
    "runtime/more.ts":
      "export function used(): void {}\nexport function alone(): void { used(); }\n",
  });
  assert.equal(unreached(folder, [...files, "runtime/more.ts"]), [
    "runtime/more.ts: used",
    "runtime/more.ts: alone",
  ]);
});

choice.run();
