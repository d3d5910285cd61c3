/**
 * Implements the jq filters that examples in the documentation use: `.a.b`,
 * `.a[0]`, `.a[]`, `select(.a == "b")`, `del(.a, .b)`, `{a, b}`, and pipes.
 * Tests can then compare the examples with the output of the program.
 */

type Json = unknown;

const FILTERS: readonly (readonly [
  RegExp,
  (input: Json, match: RegExpExecArray) => readonly Json[],
])[] = [
  [
    /^select\((\S+) == ("[^"]*"|\d+|true|false|null)\)$/,
    (input, [, path = "", value = ""]) =>
      follow(input, path)[0] === JSON.parse(value) ? [input] : [],
  ],
  [
    /^del\(([^()]+)\)$/,
    (input, [, paths = ""]) => {
      const dropped = paths.split(", ").map((path) => path.slice(1));
      return [
        Object.fromEntries(
          Object.entries(input as object).filter(
            ([key]) => !dropped.includes(key),
          ),
        ),
      ];
    },
  ],
  [
    /^\{([\w, ]+)\}$/,
    (input, [, keys = ""]) => [
      Object.fromEntries(
        keys.split(", ").map((key) => [key, member(input, key)]),
      ),
    ],
  ],
  [/^\.\S*$/, (input, [path]) => follow(input, path)],
];

/**
 * Applies a jq filter to a value and returns the results.
 *
 * @throws Error for a filter that is not supported.
 */
export function applyFilter(filter: string, value: Json): readonly Json[] {
  return filter
    .split(" | ")
    .reduce<readonly Json[]>(
      (inputs, stage) =>
        inputs.flatMap((input) => applyStage(stage.trim(), input)),
      [value],
    );
}

function applyStage(stage: string, input: Json): readonly Json[] {
  for (const [pattern, apply] of FILTERS) {
    const match = pattern.exec(stage);
    if (match) return apply(input, match);
  }
  throw new Error(`The filter ${stage} is not supported`);
}

function follow(input: Json, path: string): readonly Json[] {
  const steps = path.match(/\w+|\[\d*\]/g) ?? [];
  return steps.reduce<readonly Json[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === "[]") return Object.values(value as object);
        return [member(value, step.replace(/^\[(.*)\]$/, "$1"))];
      }),
    [input],
  );
}

function member(value: Json, key: string): Json {
  const found = (value as Record<string, Json>)[key];
  if (found === undefined) throw new Error(`The value has no member ${key}`);
  return found;
}
