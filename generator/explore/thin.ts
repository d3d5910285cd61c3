/** Models without what a page does not show, or can put back itself. */
import { NO_DOC, NOWHERE } from "../model/build.js";
import type {
  Declaration,
  Doc,
  DocTag,
  Member,
  Method,
  ProtocolModel,
  TypeNode,
} from "../model/types.js";
import { memoizeByObject } from "../model/util/memoize.js";
import { mapChildren } from "../model/walk.js";

/** What most nodes have, and is left out. */
const USUAL: Readonly<Record<string, unknown>> = {
  exported: true,
  optional: false,
  readonly: false,
  embedded: false,
  paramsOptional: false,
  inputRequired: false,
  params: null,
  result: null,
  taskResult: null,
  capability: null,
  deprecated: null,
  since: null,
  text: "",
};

/** The model as the page's data has it: no places, nothing usual. */
export function thin(model: ProtocolModel): object {
  const slim = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(slim);
    if (typeof part !== "object" || part === null) return part;
    const kept = Object.entries(part).filter(
      ([name, value]) =>
        name !== "position" &&
        !(name in USUAL && USUAL[name] === value) &&
        !(name === "tags" && (value as readonly unknown[]).length === 0),
    );
    const made = kept.map(([name, value]) => [name, slim(value)] as const);
    return Object.fromEntries(
      made.filter(
        ([name, value]) =>
          name !== "doc" || Object.keys(value as object).length > 0,
      ),
    );
  };
  return slim(model) as object;
}

/** The whole model again, but for places. What was shared is shared. */
export function fatten(slim: object): ProtocolModel {
  const { declarations, methods, ...rest } = slim as ProtocolModel;
  return {
    ...rest,
    declarations: declarations.map(declaration),
    methods: methods.map(method),
  };
}

const declaration = memoizeByObject((one: Declaration): Declaration => {
  const own = { exported: one.exported ?? true, position: NOWHERE };
  const common = { ...own, doc: doc(one.doc) };
  if (one.kind === "constant") return { ...one, ...common };
  if (one.kind === "alias") return { ...one, ...common, type: type(one.type) };
  const bases = one.extends.map(type);
  return {
    ...one,
    ...common,
    extends: bases,
    members: one.members.map(member),
  };
});

const method = memoizeByObject((one: Method): Method => {
  const usual = {
    embedded: false,
    paramsOptional: false,
    taskResult: null,
    inputRequired: false,
    capability: null,
    since: null,
    deprecated: null,
  };
  const params = one.params ? type(one.params) : null;
  const result = one.result ? type(one.result) : null;
  const taskResult = one.taskResult ? type(one.taskResult) : null;
  return { ...usual, ...one, params, result, taskResult };
});

const type = memoizeByObject((one: TypeNode): TypeNode =>
  one.kind === "object"
    ? { ...one, members: one.members.map(member) }
    : mapChildren(one, type),
);

const member = memoizeByObject((one: Member): Member => {
  const readonly = one.readonly ?? false;
  const own = { readonly, position: NOWHERE, type: type(one.type) };
  const common = { ...own, doc: doc(one.doc) };
  return one.kind === "index"
    ? { ...one, ...common }
    : { ...one, ...common, optional: one.optional ?? false };
});

function doc(one: Doc | undefined): Doc {
  return one ? full(one) : NO_DOC;
}

const full = memoizeByObject((one: Doc): Doc => ({
  ...NO_DOC,
  ...one,
  tags: (one.tags ?? []).map(tag),
}));

const tag = memoizeByObject((one: DocTag): DocTag => ({
  ...one,
  text: one.text ?? "",
}));
