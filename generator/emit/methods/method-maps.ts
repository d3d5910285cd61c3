/** The five maps from wire method to types. */
import { NO_DOC, reference } from "../../model/build.js";
import { declarationsByName, findType } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import type {
  Doc,
  Method,
  ProtocolModel,
  TypeNode,
} from "../../model/types.js";
import { namesIn } from "../../model/walk.js";
import { documented, prose } from "../print/doc-comment.js";
import {
  assigned,
  braced,
  group,
  indent,
  line,
  print,
  type Layout,
} from "../print/layout.js";
import { noSharing, type Recall } from "../assemble/shared-text.js";
import { propertyKey } from "../print/syntax.js";
import {
  applied,
  memberLines,
  printedMember,
  printObject,
  printType,
  type PrintedMember,
} from "../types/type-printer.js";

type Kind = Method["kind"];

/** Names of the maps, and which methods each holds. */
export const METHOD_MAPS = [
  { name: "ClientRequests", kind: "request", sender: "client" },
  { name: "ServerRequests", kind: "request", sender: "server" },
  { name: "ClientNotifications", kind: "notification", sender: "client" },
  { name: "ServerNotifications", kind: "notification", sender: "server" },
  { name: "EmbeddedRequests", kind: "request", sender: null },
] as const;

type MethodMap = (typeof METHOD_MAPS)[number];

const INPUT_REQUIRED = "InputRequiredResult";

/** A statement of `methods.ts` that declares a type. */
export interface MapStatement {
  readonly name: string;
  readonly text: string;
}

/** The types of `methods.ts`, metas first, and what they refer to. */
export function methodMaps(
  model: ProtocolModel,
  recall: Recall = noSharing,
): {
  readonly statements: readonly MapStatement[];
  readonly referred: ReadonlySet<string>;
} {
  const referred = new Set<string>();
  const used = new Set<Kind>();
  const maps = METHOD_MAPS.map((map) => mapStatement(map));
  const metas = [...used].map((kind) => metaStatement(kind));
  return { statements: [...metas, ...maps], referred };

  function mapStatement(map: MethodMap): MapStatement {
    const { name } = map;
    const methods = model.methods.filter((method) => belongs(method, map));
    const entries = methods.map((method) => entryOf(method));
    const doc = prose(mapText(map, methods));
    const text = recall(
      () => ["method map", name, doc, entries],
      () =>
        print(
          documented(
            doc,
            // An empty interface would take any value; this has no key either.
            entries.length === 0
              ? `export type ${name} = Record<never, never>;`
              : [
                  `export interface ${name} `,
                  braced(memberLines(entries.map(printEntry))),
                ],
          ),
        ),
    );
    return { name, text };
  }

  function entryOf(method: Method): Entry {
    const { params, result, taskResult, declaration, kind } = method;
    const named = params !== null && isExported(model, params);
    const meta =
      params !== null &&
      declaresMeta(model, base(kind)) &&
      !hasMeta(model, params);
    for (const type of [named && params, result, taskResult])
      if (type) namesIn([type]).forEach((name) => referred.add(name));
    if (params && !named) referred.add(declaration);
    if (meta) {
      used.add(kind);
      referred.add(base(kind));
    }
    return { method, doc: methodDoc(model, method), named, meta };
  }
}

/** What is printed of a method. */
interface Entry {
  readonly method: Method;
  readonly doc: Doc;
  /** Whether its params have a type that other files can import. */
  readonly named: boolean;
  /** Whether its declaration lost the `_meta` that its base has. */
  readonly meta: boolean;
}

/** `"tools/call": { params: …; result: … }` with the request's own doc. */
function printEntry({ method, doc, named, meta }: Entry): PrintedMember {
  const { kind, params, paramsOptional, declaration, taskResult } = method;
  const { result } = method;
  const members: PrintedMember[] = [];
  if (params === null) members.push(printedMember(NO_DOC, "params?", "never"));
  else {
    const type = named
      ? printType(params)
      : memberType(declaration, paramsOptional);
    members.push(
      printedMember(
        NO_DOC,
        paramsOptional ? "params?" : "params",
        meta ? group([type, indent([" &", line, metaName(kind)])]) : type,
      ),
    );
  }
  if (kind === "request")
    members.push(
      printedMember(NO_DOC, "result", result ? printType(result) : "unknown"),
    );
  if (taskResult) {
    const doc = prose("The answer to `params.task`; `result` comes later.");
    members.push(printedMember(doc, "taskResult", printType(taskResult)));
  }
  const key = propertyKey(method.method);
  return printedMember(doc, key, printObject(members));
}

/** `PingRequest["params"]`, without the `undefined` of an optional member. */
function memberType(declaration: string, optional: boolean): Layout {
  const type = `${declaration}["params"]`;
  return optional ? applied("NonNullable", [type]) : type;
}

/** `Pick<NonNullable<Request["params"]>, "_meta">` */
function metaStatement(kind: Kind): MapStatement {
  const name = metaName(kind);
  const doc = prose(
    `What the params of every ${kind} may hold besides its own.`,
  );
  const type = applied("Pick", [memberType(base(kind), true), '"_meta"']);
  const layout = [assigned(`export type ${name}`, type), ";"];
  return { name, text: print(documented(doc, layout)) };
}

function belongs(method: Method, map: MethodMap): boolean {
  if (method.kind !== map.kind) return false;
  if (map.sender === null || method.embedded) {
    return map.sender === null && method.embedded;
  }
  return method.sender === map.sender || method.sender === "either";
}

function methodDoc(model: ProtocolModel, method: Method): Doc {
  const { doc = NO_DOC } = findType(model, method.declaration) ?? {};
  const { deprecated, since } = method;
  return { ...doc, deprecated, since };
}

/** True for `CallToolRequestParams`, which other files can import. */
function isExported(model: ProtocolModel, type: TypeNode): boolean {
  return (
    type.kind === "reference" && findType(model, type.name)?.exported === true
  );
}

function base(kind: Kind): "Request" | "Notification" {
  return kind === "request" ? "Request" : "Notification";
}

function metaName(kind: Kind): string {
  return `${base(kind)}Meta`;
}

/** True when the base interface declares `params._meta`. */
function declaresMeta(model: ProtocolModel, name: string): boolean {
  if (!findType(model, name)?.exported) return false;
  const params = findMember(
    declarationsByName(model),
    reference(name),
    "params",
  );
  return params !== null && hasMeta(model, params.type);
}

function hasMeta(model: ProtocolModel, type: TypeNode): boolean {
  return findMember(declarationsByName(model), type, "_meta") !== null;
}

/** What the doc comment of a map says. */
function mapText(map: MethodMap, methods: readonly Method[]): string {
  if (map.sender === null) {
    return "Requests that travel inside a result, by wire method.";
  }
  const kind = map.kind === "request" ? "Requests" : "Notifications";
  const text = `${kind} that a ${map.sender} sends, by wire method.`;
  if (!methods.some((method) => method.inputRequired)) return text;
  const note = `Where the answer needs input first, it is an \`${INPUT_REQUIRED}\`;\n\`result\` is what ends the request.`;
  return `${text}\n\n${note}`;
}
