/**
 * Computes the downgrades of a revision from the types of all revisions: how
 * values made for other revisions change for a peer of this revision.
 */
import { reference } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import {
  all,
  alternativesOf,
  stringsOf,
  type Alternatives,
  type ObjectAlternative,
  type Typed,
} from "./alternatives.js";

/**
 * Downgrade of a value, as in `runtime/multi-version/downgrade.ts`, which
 * documents the members.
 */
export interface Form {
  drop?: string[];
  objects?: string[];
  single?: string[];
  schemas?: string[];
  choices?: true;
  named?: Record<string, string>;
  of?: Record<string, Form>;
  each?: Form;
  by?: string;
  kinds?: Record<string, Form>;
}

/** Members that hold a JSON Schema. */
const SCHEMAS: readonly string[] = ["inputSchema", "outputSchema"];
/**
 * Member in which peers declare extensions, even in revisions that do not have
 * the member.
 */
const EXTENSIONS = "extensions";
/**
 * Member with choices and their titles, and the older separate array of titles.
 */
const CHOICES = "oneOf";
const TITLES = "enumNames";
/**
 * Member with the URL that the user is sent to, and the member with its id in
 * an older revision.
 */
const PAGE = "url";
const PAGE_ID = "elicitationId";
/** Maximum depth of downgrades. Only recursive types are deeper. */
const MAX_DEPTH = 12;

/**
 * Returns the downgrade of the params of a message, or of the result of a
 * request. Returns null if the values need no change.
 */
export function formOf(
  model: ProtocolModel,
  method: Method,
  part: "params" | "result",
  others: readonly ProtocolModel[],
): Form | null {
  const type = method[part];
  if (!type) return null;
  const theirs = others.flatMap((other) =>
    other.methods.flatMap((one) => {
      const type = one.method === method.method ? one[part] : null;
      return type ? [alternativesOf({ model: other, type })] : [];
    }),
  );
  const own = alternativesOf({ model, type });
  const form = formOfAlternatives(own, theirs, others, 0);
  if (!form?.drop) return form;
  // Every message may have `_meta`, even if its params do not declare it.
  const { drop, ...rest } = form;
  const left = drop.filter((name) => name !== "_meta");
  return orNull(left.length > 0 ? { drop: left, ...rest } : rest);
}

function formOfAlternatives(
  own: Alternatives,
  there: readonly Alternatives[],
  others: readonly ProtocolModel[],
  depth: number,
): Form | null {
  if (depth > MAX_DEPTH || own.any || own.objects.length === 0) return null;
  // A declaration with the same name in another revision describes the same
  // values.
  const namesakes = own.names.flatMap((name) =>
    others
      .filter((model) => findType(model, name) !== undefined)
      .map((model) => alternativesOf({ model, type: reference(name) })),
  );
  const theirs = all([...there, ...namesakes]).objects;
  const by = kindMember([...own.objects, ...theirs]);
  return by === null
    ? formOfMembers(own.objects, theirs, others, depth)
    : formOfKinds(by, own.objects, theirs, others, depth);
}

/**
 * Returns the member that discriminates a union of objects by a string literal,
 * or null.
 */
function kindMember(objects: readonly ObjectAlternative[]): string | null {
  const models = [...new Set(objects.map(({ model }) => model))];
  const tells = (name: string): boolean =>
    objects.every((one) => stringsOf(one, name).length > 0) &&
    models.some((model) => {
      const own = objects.filter((one) => one.model === model);
      return new Set(own.map((one) => stringsOf(one, name).join())).size > 1;
    });
  return [...(objects[0]?.members.keys() ?? [])].find(tells) ?? null;
}

function formOfKinds(
  by: string,
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
  others: readonly ProtocolModel[],
  depth: number,
): Form | null {
  const kindsIn = (objects: readonly ObjectAlternative[]) =>
    new Set(objects.flatMap((one) => stringsOf(one, by)));
  const kinds: Record<string, Form> = {};
  for (const kind of kindsIn(own)) {
    const is = (one: ObjectAlternative) => stringsOf(one, by).includes(kind);
    const there = theirs.filter(is);
    kinds[kind] = formOfMembers(own.filter(is), there, others, depth) ?? {};
  }
  const isNew = (kind: string) => !Object.hasOwn(kinds, kind);
  const changes = Object.values(kinds).some((form) => orNull(form));
  return changes || [...kindsIn(theirs)].some(isNew) ? { by, kinds } : null;
}

function formOfMembers(
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
  others: readonly ProtocolModel[],
  depth: number,
): Form | null {
  const form: Form = {};
  const namesIn = (objects: readonly ObjectAlternative[]) =>
    new Set(objects.flatMap(({ members }) => [...members.keys()]));
  const known = namesIn(own);
  const extended = own.some(({ model }) => model.extensions !== undefined);
  const news = [...namesIn(theirs)].filter(
    (name) => !known.has(name) && !(extended && name === EXTENSIONS),
  );
  const records = own.filter(({ index, members }) => index && !members.size);
  if (records.length === 0 && news.length > 0) form.drop = news;
  if (known.has(TITLES) && news.includes(CHOICES)) form.choices = true;
  const unnamed = ({ members }: ObjectAlternative): boolean =>
    members.has(PAGE) && !members.has(PAGE_ID);
  if (known.has(PAGE_ID) && theirs.some(unnamed)) {
    form.named = { [PAGE]: PAGE_ID };
  }
  if (records.length > 0) {
    const each = all(indexesOf(records));
    const there = indexesOf(theirs);
    const every = formOfAlternatives(each, there, others, depth + 1);
    if (every) form.each = every;
  }
  for (const name of known) {
    const mine = typesAt(own, name);
    if (SCHEMAS.includes(name)) {
      if (mine.some(holdsObjects)) (form.schemas ??= []).push(name);
      continue;
    }
    const after = all(mine.map((one) => alternativesOf(one)));
    const before = typesAt(theirs, name).map((one) => alternativesOf(one));
    if (onlyObjects(after) && before.some(({ any }) => any))
      (form.objects ??= []).push(name);
    else if (!after.list && !after.any && before.some(({ list }) => list))
      (form.single ??= []).push(name);
    const inner = formOfAlternatives(after, before, others, depth + 1);
    if (inner) (form.of ??= {})[name] = inner;
  }
  return orNull(form);
}

function typesAt(objects: readonly ObjectAlternative[], name: string): Typed[] {
  return objects.flatMap(({ members }) => members.get(name) ?? []);
}

function indexesOf(objects: readonly ObjectAlternative[]): Alternatives[] {
  return objects.flatMap(({ index }) => (index ? [alternativesOf(index)] : []));
}

/**
 * Returns whether the schemas in the `properties` of a schema must be objects.
 */
function holdsObjects(schema: Typed): boolean {
  const [properties] = typesAt(alternativesOf(schema).objects, "properties");
  const [record] = properties ? alternativesOf(properties).objects : [];
  return record?.index ? onlyObjects(alternativesOf(record.index)) : false;
}

function onlyObjects({ objects, list, any, single }: Alternatives): boolean {
  return objects.length > 0 && single && !list && !any;
}

function orNull(form: Form): Form | null {
  return Object.keys(form).length === 0 ? null : form;
}
