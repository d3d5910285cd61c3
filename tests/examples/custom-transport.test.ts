/**
 * Tests of a client and a server that use the custom transport from the
 * examples.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";
import { example } from "../harness/generated/load.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("custom transport");
const run = promisify(execFile);

test("the custom transport example has at most 40 lines", () => {
  const text = readFileSync(join(ROOT, "examples/threads.ts"), "utf8");
  assert.ok(text.trimEnd().split("\n").length <= 40);
});

for (const revision of TESTED_REVISIONS) {
  requirement("780e53b78a64 892ecb81cad5");
  // `run` waits until the process ends. An open port would keep a thread alive,
  // so the process ends only if the client closes the transport.
  test(`${revision}: a client and a server in two threads exchange messages over the custom transport`, async () => {
    const file = await example(revision, "threads.ts");
    const { stdout, stderr } = await run(process.execPath, [file]);
    assert.equal(JSON.parse(stdout), [
      { type: "text", text: "Hello from a worker." },
    ]);
    assert.is(stderr, "");
  });
}

test.run();
