/** Messages that the benchmarks make by rule are wrong, in every revision. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { wrongMessages } from "../../bench/validate/by-rule.js";
import { CASES } from "../../bench/validate/cases.js";
import { loadValidators } from "../harness/models/validators.js";
import { bundledModel } from "../harness/models/models.js";
import { PROVEN } from "../harness/run/sampling.js";

const test = suite("bench: cases");

test("no two of a type have one name", () => {
  const names = CASES.map((one) => `${one.type} ${one.name} ${one.valid}`);
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  assert.equal(twice, []);
});

for (const revision of PROVEN)
  test(`${revision}: what is made by rule is refused`, async () => {
    const model = bundledModel(revision);
    const validators = await loadValidators(model);
    const messages = wrongMessages(model);
    assert.ok(messages.length >= 40, String(messages.length));
    for (const { name, type, text } of messages)
      assert.not.ok(validators.of(type).is(JSON.parse(text)), name);
  });

test.run();
