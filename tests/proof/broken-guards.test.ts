/**
 * Checks that the test values of differential.test.ts can reveal a wrong guard.
 * Breaks the checks in some guards one at a time; at least one value must then
 * have a different result.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generateValue } from "../../generator/emit/corpus/generate-value.js";
import { MUTATIONS } from "../../generator/emit/corpus/mutate.js";
import { listPositions } from "../../generator/emit/corpus/positions.js";
import { Random } from "../../generator/emit/corpus/random.js";
import { getNormals } from "../../generator/model/normal/normal.js";
import { loadValidators } from "../harness/models/validators.js";
import { bundledModel } from "../harness/models/models.js";

const model = bundledModel("2025-11-25");
const normals = getNormals(model);

/** Types whose guards together contain all kinds of checks. */
const TYPES = `
  Annotations CallToolRequestParams CompleteResult ContentBlock
  ElicitRequestFormParams ElicitResult JSONRPCErrorResponse NumberSchema
  ProgressNotification RequestId Role Task Tool TextContent
  UntitledMultiSelectEnumSchema`.match(/\w+/g);

/**
 * Regular expressions for checks in a guard, each with a replacement that
 * breaks the check.
 */
const BREAKS: readonly (readonly [RegExp, string])[] = [
  [/typeof [\w.[\]]+ === "\w+"/g, "true"],
  [/\w+ === undefined/g, "false"],
  [/Number\.is(Integer|Finite)\(\w+\)/g, "true"],
  [/Number\.isInteger/g, "Number.isFinite"],
  [/ >= /g, " > "],
  [/ <= /g, " < "],
  [/(?<= === |case )"(?!string|number|boolean)\w[\w/-]*"/g, '"mutant"'],
  [/\b(check\w+|isObject)\([\w.[\]]+\)/g, "true"],
];

let code = "";
const right = await loadValidators(model, (text) => (code = text));

/**
 * Yields copies of the code in which one check of a guard is broken, each with
 * a description of the change.
 */
function* createMutants(type: string): Generator<readonly [string, string]> {
  const guard = new RegExp(
    `^var check${type} = (?:.*[^{]$|[^]*?^\\};)`,
    "m",
  ).exec(code);
  assert.ok(guard, type);
  const [text] = guard;
  for (const [check, by] of BREAKS)
    for (const found of text.matchAll(check)) {
      const at = guard.index + found.index;
      const after = code.slice(at + found[0].length);
      yield [`${found[0]} → ${by}`, code.slice(0, at) + by + after];
    }
}

/**
 * Returns generated values of a type and changed copies of each value. Each
 * copy has one change at one position; all possible changes are covered.
 */
function createValues(type: string): readonly unknown[] {
  const random = new Random(type);
  const values = Array.from({ length: 12 }, (_, n) =>
    generateValue(normals.body(type), normals, random, n % 2 === 0 ? 1 : 0.5),
  );
  return values.flatMap((value) => [
    value,
    ...listPositions(value).flatMap((place) =>
      Object.values(MUTATIONS).flatMap((variants) =>
        variants(place.value).map((make) => place.replaceWith(make())),
      ),
    ),
  ]);
}

const test = suite("proof: broken guards");

for (const type of TYPES ?? [])
  test(`the generated values of ${type} detect every broken check in the type guard`, async () => {
    const { is } = right.of(type);
    const values = createValues(type).map(
      (value) => [value, is(value)] as const,
    );
    const missed: string[] = [];
    let count = 0;
    for (const [change, text] of createMutants(type)) {
      const script = `data:text/javascript,${encodeURIComponent(text)}`;
      const broken = (await import(script)) as Record<string, typeof is>;
      count++;
      const wrong = broken[`is${type}`];
      assert.type(wrong, "function");
      if (!values.some(([value, ok]) => wrong?.(value) !== ok))
        missed.push(change);
    }
    assert.ok(count > 0);
    assert.equal(missed, []);
  });

test.run();
