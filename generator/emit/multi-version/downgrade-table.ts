/**
 * Computes downgrades by comparing the types of all revisions. The downgrades
 * of a revision describe how values of other revisions must change before they
 * are sent to peers of this revision.
 */
import { reference } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import {
  mergeAlternatives,
  getAlternatives,
  getStringLiterals,
  type Alternatives,
  type ObjectAlternative,
  type RevisionType,
} from "./alternatives.js";

/**
 * Description of the changes that downgrade a value to another revision.
 * `runtime/multi-version/downgrade.ts` declares the same type and documents its
 * members.
 */
export interface Downgrade {
  drop?: string[];
  objects?: string[];
  single?: string[];
  schemas?: string[];
  choices?: true;
  named?: Record<string, string>;
  of?: Record<string, Downgrade>;
  each?: Downgrade;
  by?: string;
  kinds?: Record<string, Downgrade>;
}

/** Members whose value is a JSON Schema. */
const SCHEMAS: readonly string[] = ["inputSchema", "outputSchema"];
/**
 * Name of the member of the capabilities in which peers declare extensions. If
 * the model of the revision contains extensions, a downgrade keeps this member,
 * even if the schema does not declare it.
 */
const EXTENSIONS = "extensions";
/**
 * Names of the members that list the choices of a form field. `oneOf` contains
 * each choice with its title. Older revisions have the titles in a separate
 * array, `enumNames`.
 */
const CHOICES = "oneOf";
const TITLES = "enumNames";
/**
 * Names of the members of a URL elicitation. `url` holds the URL that the user
 * opens. An older revision also requires an id for the URL, `elicitationId`.
 */
const URL_MEMBER = "url";
const URL_ID_MEMBER = "elicitationId";
/**
 * Maximum nesting depth of downgrades. Only recursive types exceed this depth.
 */
const MAX_DEPTH = 12;

/**
 * Returns the downgrade of a message's params or of a request's result. Returns
 * null if no value needs a change.
 */
export function createDowngrade(
  model: ProtocolModel,
  method: Method,
  part: "params" | "result",
  others: readonly ProtocolModel[],
): Downgrade | null {
  const type = method[part];
  if (!type) return null;
  const theirs = others.flatMap((other) =>
    other.methods.flatMap((otherMethod) => {
      const type =
        otherMethod.method === method.method ? otherMethod[part] : null;
      return type ? [getAlternatives({ model: other, type })] : [];
    }),
  );
  const own = getAlternatives({ model, type });
  const form = downgradeAlternatives(own, theirs, others, 0);
  if (!form?.drop) return form;
  // Every message may have `_meta`, even if the type of its params does not
  // declare `_meta`. A downgrade therefore never removes `_meta`.
  const { drop, ...rest } = form;
  const left = drop.filter((name) => name !== "_meta");
  return nullIfEmpty(left.length > 0 ? { drop: left, ...rest } : rest);
}

function downgradeAlternatives(
  own: Alternatives,
  there: readonly Alternatives[],
  others: readonly ProtocolModel[],
  depth: number,
): Downgrade | null {
  if (depth > MAX_DEPTH || own.any || own.objects.length === 0) return null;
  // Types with the same name describe the same values in all revisions. A type
  // is therefore compared with the types of this name in all other revisions,
  // not only with the types in the same place.
  const namesakes = own.names.flatMap((name) =>
    others
      .filter((model) => findType(model, name) !== undefined)
      .map((model) => getAlternatives({ model, type: reference(name) })),
  );
  const theirs = mergeAlternatives([...there, ...namesakes]).objects;
  const by = findDiscriminant([...own.objects, ...theirs]);
  return by === null
    ? downgradeMembers(own.objects, theirs, others, depth)
    : downgradeKinds(by, own.objects, theirs, others, depth);
}

/**
 * Returns the discriminant of a union of objects: the member whose string
 * literal differs between the objects. Returns null if the union has no
 * discriminant.
 */
function findDiscriminant(
  objects: readonly ObjectAlternative[],
): string | null {
  const models = [...new Set(objects.map(({ model }) => model))];
  const tells = (name: string): boolean =>
    objects.every((object) => getStringLiterals(object, name).length > 0) &&
    models.some((model) => {
      const own = objects.filter((object) => object.model === model);
      return (
        new Set(own.map((object) => getStringLiterals(object, name).join()))
          .size > 1
      );
    });
  return [...(objects[0]?.members.keys() ?? [])].find(tells) ?? null;
}

function downgradeKinds(
  by: string,
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
  others: readonly ProtocolModel[],
  depth: number,
): Downgrade | null {
  const kindsIn = (objects: readonly ObjectAlternative[]) =>
    new Set(objects.flatMap((object) => getStringLiterals(object, by)));
  const kinds: Record<string, Downgrade> = {};
  for (const kind of kindsIn(own)) {
    const is = (alternative: ObjectAlternative) =>
      getStringLiterals(alternative, by).includes(kind);
    const there = theirs.filter(is);
    kinds[kind] = downgradeMembers(own.filter(is), there, others, depth) ?? {};
  }
  const isNew = (kind: string) => !Object.hasOwn(kinds, kind);
  const changes = Object.values(kinds).some((form) => nullIfEmpty(form));
  return changes || [...kindsIn(theirs)].some(isNew) ? { by, kinds } : null;
}

function downgradeMembers(
  own: readonly ObjectAlternative[],
  theirs: readonly ObjectAlternative[],
  others: readonly ProtocolModel[],
  depth: number,
): Downgrade | null {
  const form: Downgrade = {};
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
    members.has(URL_MEMBER) && !members.has(URL_ID_MEMBER);
  if (known.has(URL_ID_MEMBER) && theirs.some(unnamed)) {
    form.named = { [URL_MEMBER]: URL_ID_MEMBER };
  }
  if (records.length > 0) {
    const each = mergeAlternatives(getIndexTypes(records));
    const there = getIndexTypes(theirs);
    const every = downgradeAlternatives(each, there, others, depth + 1);
    if (every) form.each = every;
  }
  for (const name of known) {
    const mine = getMemberTypes(own, name);
    if (SCHEMAS.includes(name)) {
      if (mine.some(requiresObjectSchemas)) (form.schemas ??= []).push(name);
      continue;
    }
    const after = mergeAlternatives(
      mine.map((typed) => getAlternatives(typed)),
    );
    const before = getMemberTypes(theirs, name).map((typed) =>
      getAlternatives(typed),
    );
    if (allowsOnlyObjects(after) && before.some(({ any }) => any))
      (form.objects ??= []).push(name);
    else if (!after.list && !after.any && before.some(({ list }) => list))
      (form.single ??= []).push(name);
    const inner = downgradeAlternatives(after, before, others, depth + 1);
    if (inner) (form.of ??= {})[name] = inner;
  }
  return nullIfEmpty(form);
}

function getMemberTypes(
  objects: readonly ObjectAlternative[],
  name: string,
): RevisionType[] {
  return objects.flatMap(({ members }) => members.get(name) ?? []);
}

function getIndexTypes(objects: readonly ObjectAlternative[]): Alternatives[] {
  return objects.flatMap(({ index }) =>
    index ? [getAlternatives(index)] : [],
  );
}

/**
 * Returns whether the type of a JSON Schema allows only objects as values in
 * `properties`, such as `{ a: {} }`. Some revisions also allow booleans.
 */
function requiresObjectSchemas(schema: RevisionType): boolean {
  const [properties] = getMemberTypes(
    getAlternatives(schema).objects,
    "properties",
  );
  const [record] = properties ? getAlternatives(properties).objects : [];
  return record?.index
    ? allowsOnlyObjects(getAlternatives(record.index))
    : false;
}

function allowsOnlyObjects({ objects, list, any }: Alternatives): boolean {
  return objects.length > 0 && !list && !any;
}

function nullIfEmpty(form: Downgrade): Downgrade | null {
  return Object.keys(form).length === 0 ? null : form;
}
