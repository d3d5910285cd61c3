/**
 * Would the differential test notice a wrong guard? Each check of the
 * generated guards is broken in turn; grown and changed values tell every
 * broken guard from the right one, but for those that are the same. A guard
 * that an earlier revision has as well, with all that it calls, is broken there.
 */
import { build } from "esbuild";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { grow } from "../../generator/emit/corpus/grow.js";
import { MUTATIONS } from "../../generator/emit/corpus/mutate.js";
import { placesIn, replaced } from "../../generator/emit/corpus/places.js";
import { Random } from "../../generator/emit/corpus/random.js";
import {
  normalsOf,
  type Normal,
  type Normals,
} from "../../generator/model/normal/normal.js";
import type { ProtocolModel } from "../../generator/model/types.js";
import { validatedTypes, writeValidators } from "./generated.js";
import { callGraph, mutantsOf } from "./mutants.js";
import { sample, WHOLE } from "./whole.js";

/** Broken guards that are right all the same, with the reason. */
const EQUIVALENT: readonly (readonly [
  guard: RegExp,
  change: RegExp,
  reason: string,
])[] = [
  [
    /^check(Client|Server)Result$/,
    /./,
    "Result is a member, and accepts what the other members accept",
  ],
  [
    /^checkJSONRPC(Message|BatchRequest)$/,
    /^checkJSONRPCRequest\((value|item)\) → false$/,
    "a request is a notification, too: one with more keys",
  ],
  [
    /^check\w+ResultResponse$/,
    /^check\w+Result\(result\) → false$/,
    "InputRequiredResult is a member, and accepts what the other accepts",
  ],
  [
    /EnumSchema|SchemaDefinition/,
    /^checkLegacyTitledEnumSchema\(value\) → false$/,
    "an enum with names is one without names, too",
  ],
  [
    /^checkEnumSchema$/,
    /^typeof value !== "object" .* → false$/,
    "each member looks at that itself",
  ],
  [
    /^check(Client|Server)(Request|Notification)$/,
    /^typeof tag !== "string" → false$/,
    "what is no text equals none of the texts",
  ],
];

/** Grown values for each member of a type, changed in every way everywhere. */
const CHANGED = 4;

/** Guards that are broken, of each model. */
const GUARDS = 12;

/** Grown values that stay as they are. */
const UNCHANGED = 300;

type Guard = (value: unknown) => boolean;
type Guards = Readonly<Record<string, Guard>>;

/** Models by their names. */
type Models = readonly (readonly [name: string, model: ProtocolModel])[];

/** Breaks the guards of these models that those before them do not have. */
export function testBrokenGuards(models: Models): void {
  const mutation = suite("validators: mutants");
  const known = new Set<string>();
  for (const [name, model] of models)
    mutation(`${name}: every broken guard is found`, async () => {
      const code = await guardsOf(model);
      const fresh = new Set(sample([...learn(code, known)], GUARDS));
      const { count, equivalent, missed } = breakGuards(model, code, fresh);
      const least = WHOLE ? 200 : GUARDS;
      assert.ok(count > least || fresh.size === 0, `${count} mutants`);
      assert.ok(
        !WHOLE || count === 0 || equivalent < count / 20,
        `${equivalent} are equivalent`,
      );
      assert.equal(missed, []);
    });
  mutation.run();
}

/** The guards that are not known yet, and are from now on. */
function learn(code: string, known: Set<string>): ReadonlySet<string> {
  const graph = callGraph(code);
  const fresh = new Map(
    [...graph.names].flatMap((name) => {
      const text = graph.textOf(name);
      return known.has(text) ? [] : [[name, text] as const];
    }),
  );
  for (const text of fresh.values()) known.add(text);
  return new Set(fresh.keys());
}

/** Breaks these guards, and says which of them nothing tells from right ones. */
function breakGuards(
  model: ProtocolModel,
  code: string,
  guards: ReadonlySet<string>,
): { count: number; equivalent: number; missed: readonly string[] } {
  const right = run(code);
  const graph = callGraph(code);
  const types = validatedTypes(model)
    .map((type) => ({ type, calls: graph.callsOf(`check${type}`) }))
    .sort((a, b) => a.calls.size - b.calls.size);
  const names = namesOf(model);
  const samples = new Map<string, readonly Sample[]>();
  const samplesOf = (type: string) => {
    const known = samples.get(type);
    if (known) return known;
    const deep = graph.textOf(`check${type}`).includes("MAX_DEPTH");
    const made = valuesOf(type, model, right, names, deep);
    samples.set(type, made);
    return made;
  };
  const missed: string[] = [];
  let count = 0;
  let equivalent = 0;
  for (const mutant of mutantsOf(code, guards)) {
    const users = types.filter(({ calls }) => calls.has(mutant.name));
    const wrong = run(mutant.code);
    count++;
    const found = users.some(({ type }) =>
      samplesOf(type).some(({ value, ok }) => wrong[type]?.(value) !== ok),
    );
    if (found) continue;
    const reason = EQUIVALENT.find(
      ([guard, change]) =>
        guard.test(mutant.name) && change.test(mutant.change),
    );
    if (reason) equivalent++;
    else missed.push(`${mutant.name}: ${mutant.change}`);
  }
  return { count, equivalent, missed };
}

/** The names of members that there are. */
function namesOf(model: ProtocolModel): string[] {
  const all = model.declarations.flatMap((declaration) =>
    declaration.kind === "interface"
      ? declaration.members.flatMap((m) =>
          m.kind === "property" ? m.name : [],
        )
      : [],
  );
  return [...new Set(all)];
}

/** The guards as one script. */
async function guardsOf(model: ProtocolModel): Promise<string> {
  const { folder, remove } = writeValidators(model);
  try {
    const names = validatedTypes(model).map((type) => `is${type} as ${type}`);
    const result = await build({
      stdin: {
        contents: `export { ${names.join(", ")} } from ${JSON.stringify(join(folder, "validators.ts"))};`,
        resolveDir: folder,
        loader: "ts",
      },
      bundle: true,
      format: "esm",
      target: "es2022",
      write: false,
    });
    return result.outputFiles[0]?.text ?? "";
  } finally {
    remove();
  }
}

function run(code: string): Guards {
  const script = code.replace(
    /export \{([^]*)\};\s*$/,
    (_, names: string) =>
      `return {${names.replace(/(\w+) as (\w+)/g, "$2: $1")}};`,
  );
  return new Function(script)() as Guards;
}

interface Sample {
  readonly value: unknown;
  readonly ok: boolean;
}

/** Right and wrong values, and which they are. */
function valuesOf(
  type: string,
  model: ProtocolModel,
  right: Guards,
  names: readonly string[],
  countsDepth: boolean,
): Sample[] {
  const normals = normalsOf(model);
  const random = new Random(`mutants ${type}`);
  const some = names.filter((_, i) => names.length < 60 || i % 8 === 0);
  const others = Object.fromEntries(names.map((name) => [name, 0n]));
  const values: unknown[] = [];
  for (const member of membersOf(normals.body(type), normals))
    for (let n = 0; n < CHANGED; n++) {
      const sample = grow(member, normals, random, n % 2 === 0 ? 1 : 0.5);
      values.push(sample, heir(sample));
      if (countsDepth) values.push(...nested(sample, right[type]));
      for (const place of placesIn(sample)) {
        const inner = place.value;
        for (const variants of Object.values(MUTATIONS))
          for (const variant of variants(inner))
            values.push(replaced(place, variant()));
        if (typeof inner !== "object" || Array.isArray(inner)) continue;
        // Members of other types, where these need not be looked at.
        for (const name of some)
          values.push(replaced(place, { ...inner, [name]: 0n }));
        values.push(replaced(place, { ...others, ...inner }));
      }
    }
  for (let n = 0; n < UNCHANGED; n++)
    values.push(grow(normals.body(type), normals, random));
  return values.map((value) => ({ value, ok: right[type]?.(value) === true }));
}

/** The members of a union, and of those that are unions. */
function membersOf(type: Normal, normals: Normals): readonly Normal[] {
  switch (type.kind) {
    case "tagged":
      return type.branches.flatMap((one) => membersOf(one.type, normals));
    case "union":
      return type.members.flatMap((one) => membersOf(one, normals));
    case "ref": {
      const body = normals.body(type.name);
      const more = body.kind === "tagged" || body.kind === "union";
      return more ? membersOf(body, normals) : [type];
    }
    default:
      return [type];
  }
}

/** Parts of the value in themselves, wherever that is right, too deep. */
function* nested(value: unknown, is: Guard | undefined): Generator<unknown> {
  for (const outer of placesIn(value).slice(0, 150)) {
    const part = outer.value;
    if (typeof part !== "object") continue;
    for (const inner of placesIn(part).slice(1, 20)) {
      const once = replaced(inner, part);
      if (!is?.(replaced(outer, once))) continue;
      let deep: unknown = part;
      for (let depth = 0; depth < 600; depth++) deep = replaced(inner, deep);
      yield replaced(outer, deep);
    }
  }
}

/** A copy in which all objects inherit what would be wrong if it were own. */
function heir(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, heir);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.create({ "x-inherited": 0n }) as object;
  for (const [key, child] of Object.entries(value))
    Object.defineProperty(copy, key, { value: heir(child), enumerable: true });
  return copy;
}
