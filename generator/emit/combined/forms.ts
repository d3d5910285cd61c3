/**
 * What values lose on their way to a peer of one revision, when they were made
 * for others: read from the types of all of them.
 */
import { reference } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Method, ProtocolModel, TypeNode } from "../../model/types.js";
import { all, partsOf, textsOf } from "./parts.js";
import type { ObjectAlternative, Alternatives, Typed } from "./parts.js";

/** As `Form` of the runtime, which says what each member means. */
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
/** Choices with their titles, and the titles of choices that are listed apart. */
const CHOICES = "oneOf";
const TITLES = "enumNames";
/** A page that the user is sent to, and the name that it had. */
const PAGE = "url";
const PAGE_ID = "elicitationId";
/** Types nest no deeper than this, but for those that have no end. */
const MAX_DEPTH = 12;

/** The form of the params of a message, or null when they go as they are. */
export function paramsForm(
  model: ProtocolModel,
  method: Method,
  others: readonly ProtocolModel[],
): Form | null {
  if (!method.params) return null;
  const own = partsOf({ model, type: method.params });
  const theirs = theirParts(others, method, ({ params }) => params);
  const form = formOf(own, theirs, others, 0);
  // Every message may carry `_meta`, whatever its params declare.
  return form && withoutMeta(form);
}

/** The form of the result of a request. */
export function resultForm(
  model: ProtocolModel,
  method: Method,
  others: readonly ProtocolModel[],
): Form | null {
  if (!method.result) return null;
  const own = partsOf({ model, type: method.result });
  const theirs = theirParts(others, method, ({ result }) => result);
  const form = formOf(own, theirs, others, 0);
  return form && withoutMeta(form);
}

function withoutMeta(form: Form): Form | null {
  const drop = form.drop?.filter((name) => name !== "_meta") ?? [];
  const { drop: _, ...rest } = form;
  return orNull(drop.length > 0 ? { drop, ...rest } : rest);
}

function theirParts(
  models: readonly ProtocolModel[],
  { method }: Method,
  pick: (method: Method) => TypeNode | null,
): Alternatives[] {
  const parts: Alternatives[] = [];
  for (const model of models)
    for (const one of model.methods) {
      const type = one.method === method ? pick(one) : null;
      if (type) parts.push(partsOf({ model, type }));
    }
  return parts;
}

function formOf(
  own: Alternatives,
  there: readonly Alternatives[],
  others: readonly ProtocolModel[],
  depth: number,
): Form | null {
  if (depth > MAX_DEPTH || own.any || own.objects.length === 0) return null;
  const named = own.names.flatMap((name) => namesakes(name, others));
  const theirs = all([...there, ...named]);
  return formOfObjects(own.objects, theirs.objects, others, depth);
}

/** Declarations of the name in other revisions: the same thing there. */
function namesakes(
  name: string,
  others: readonly ProtocolModel[],
): readonly Alternatives[] {
  const type = reference(name);
  return others
    .filter((model) => findType(model, name) !== undefined)
    .map((model) => partsOf({ model, type }));
}

function formOfObjects(
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
  others: readonly ProtocolModel[],
  depth: number,
): Form | null {
  const by = kindMember(own, theirs);
  return by === null
    ? formOfMembers(own, theirs, others, depth)
    : formOfKinds(by, own, theirs, others, depth);
}

/** The member whose string literal discriminates the objects, if there is one. */
function kindMember(
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
): string | null {
  const parts = [...own, ...theirs];
  const names = [...(parts[0]?.members.keys() ?? [])];
  const differ = (
    name: string,
    several: readonly ObjectAlternative[],
  ): boolean =>
    new Set(several.map((part) => textsOf(part, name).join())).size > 1;
  const tells = (name: string): boolean =>
    parts.every((part) => textsOf(part, name).length > 0) &&
    parts.some(({ model }) =>
      differ(
        name,
        parts.filter((part) => part.model === model),
      ),
    );
  return names.find(tells) ?? null;
}

function formOfKinds(
  by: string,
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
  others: readonly ProtocolModel[],
  depth: number,
): Form | null {
  const textsIn = (parts: readonly ObjectAlternative[]): Set<string> =>
    new Set(parts.flatMap((part) => textsOf(part, by)));
  const of = (
    parts: readonly ObjectAlternative[],
    kind: string,
  ): ObjectAlternative[] =>
    parts.filter((part) => textsOf(part, by).includes(kind));
  const kinds: Record<string, Form> = {};
  for (const kind of textsIn(own)) {
    const mine = of(own, kind);
    kinds[kind] = formOfMembers(mine, of(theirs, kind), others, depth) ?? {};
  }
  const news = [...textsIn(theirs)].some((kind) => !Object.hasOwn(kinds, kind));
  const changes = Object.values(kinds).some((form) => orNull(form));
  return news || changes ? { by, kinds } : null;
}

function formOfMembers(
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
  others: readonly ProtocolModel[],
  depth: number,
): Form | null {
  const form: Form = {};
  const known = new Set<string>();
  for (const { members } of own)
    for (const name of members.keys()) known.add(name);
  const news = new Set<string>();
  for (const { members } of theirs)
    for (const name of members.keys()) if (!known.has(name)) news.add(name);
  const records = own.filter((part) => part.index && part.members.size === 0);
  if (records.length === 0 && news.size > 0) form.drop = [...news];
  if (known.has(TITLES) && news.has(CHOICES)) form.choices = true;
  const unnamed = ({ members }: ObjectAlternative): boolean =>
    members.has(PAGE) && !members.has(PAGE_ID);
  if (known.has(PAGE_ID) && theirs.some(unnamed)) {
    form.named = { [PAGE]: PAGE_ID };
  }
  if (records.length > 0) {
    const each = all(partsOfIndexes(records));
    const every = formOf(each, partsOfIndexes(theirs), others, depth + 1);
    if (every) form.each = every;
  }
  for (const name of known) {
    const mine = typesAt(own, name);
    if (SCHEMAS.includes(name)) {
      if (mine.some(holdsObjects)) (form.schemas ??= []).push(name);
      continue;
    }
    const after = all(mine.map(partsOf));
    const before = typesAt(theirs, name).map(partsOf);
    if (onlyObjects(after) && before.some(({ any }) => any))
      (form.objects ??= []).push(name);
    else if (!after.list && !after.any && before.some(({ list }) => list))
      (form.single ??= []).push(name);
    const inner = formOf(after, before, others, depth + 1);
    if (inner) (form.of ??= {})[name] = inner;
  }
  return orNull(form);
}

function typesAt(parts: readonly ObjectAlternative[], name: string): Typed[] {
  const types: Typed[] = [];
  for (const { members } of parts) {
    const type = members.get(name);
    if (type) types.push(type);
  }
  return types;
}

function partsOfIndexes(parts: readonly ObjectAlternative[]): Alternatives[] {
  return parts.flatMap(({ index }) => (index ? [partsOf(index)] : []));
}

/** Whether the schemas in a schema's `properties` have to be objects. */
function holdsObjects(schema: Typed): boolean {
  const [properties] = partsOf(schema).objects.flatMap((part) =>
    typesAt([part], "properties"),
  );
  const [record] = properties ? partsOf(properties).objects : [];
  return record?.index ? onlyObjects(partsOf(record.index)) : false;
}

function onlyObjects({ objects, list, any, single }: Alternatives): boolean {
  return objects.length > 0 && single && !list && !any;
}

function orNull(form: Form): Form | null {
  return Object.keys(form).length === 0 ? null : form;
}
