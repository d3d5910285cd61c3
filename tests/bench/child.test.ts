/** The processes of the servers that the benchmark measures. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Child } from "../../bench/server/child.js";
import { messageOf } from "../runtime/support.js";
import { temporaryFolder, writeTree } from "../support/folders.js";

const test = suite("bench: children");

test("one that a signal ended has ended", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { "x.mjs": 'process.kill(process.pid, "SIGKILL");' });
  const child = new Child({
    name: "x",
    kind: "stdio",
    lifecycle: "initialize",
    file: join(folder, "x.mjs"),
  });
  // Whoever waits for what it tells is not left waiting.
  assert.is(await messageOf(child.url()), "x ended with SIGKILL.");
  await child.end();
});

test.run();
