/**
 * Tests that the generated validators reject the invalid messages of the
 * benchmarks.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { wrongMessages } from "../../bench/validate/by-rule.js";
import { CASES } from "../../bench/validate/cases.js";
import { loadValidators } from "../harness/models/validators.js";
import { bundledModel } from "../harness/models/models.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";

const test = suite("benchmarks: cases");

test("no two benchmark cases have the same message type, name and validity", () => {
  const names = CASES.map(
    ({ type, name, valid }) => `${type} ${name} ${valid}`,
  );
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  assert.equal(twice, []);
});

for (const revision of TESTED_REVISIONS)
  test(`validators of ${revision} reject all invalid messages of the benchmarks`, async () => {
    const model = bundledModel(revision);
    const validators = await loadValidators(model);
    const messages = wrongMessages(model);
    assert.ok(messages.length >= 40, String(messages.length));
    for (const { name, type, text } of messages)
      assert.not.ok(validators.of(type).is(JSON.parse(text)), name);
  });

test.run();
