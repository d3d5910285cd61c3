/**
 * The few filters of jq that the documentation uses, so that its examples can
 * be held to what the program prints: `.a.b`, `.a[0]`, `.a[]`,
 * `select(.a == "b")`, `del(.a, .b)`, `{a, b}`, and pipes between them.
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
 * What a filter leaves of a value.
 *
 * @throws Error for a filter that is none of the above.
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
  throw new Error(`No such filter: ${stage}`);
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
  if (found === undefined) throw new Error(`There is no ${key}`);
  return found;
}
