/** The five maps from wire method to types. */
import { NO_DOC, reference } from "../model/build.js";
import { declarationsByName, findType } from "../model/lookup.js";
import { findMember } from "../model/members.js";
import type { Doc, Method, ProtocolModel, TypeNode } from "../model/types.js";
import { namesIn } from "../model/walk.js";
import { documented, prose } from "./doc-comment.js";
import {
  assigned,
  braced,
  group,
  indent,
  line,
  type Layout,
} from "./layout.js";
import { propertyKey } from "./syntax.js";
import {
  applied,
  memberLines,
  printedMember,
  printObject,
  printType,
  type PrintedMember,
} from "./type-printer.js";

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
  readonly layout: Layout;
}

/** The types of `methods.ts`, metas first, and what they refer to. */
export function methodMaps(model: ProtocolModel): {
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
    const doc = prose(mapText(map, methods));
    const body =
      methods.length === 0
        ? // An empty interface would take any value; this has no key either.
          `export type ${name} = Record<never, never>;`
        : [
            `export interface ${name} `,
            braced(memberLines(methods.map((method) => entry(method)))),
          ];
    return { name, layout: documented(doc, body) };
  }

  /** `"tools/call": { params: …; result: … }` with the request's own doc. */
  function entry(method: Method): PrintedMember {
    const { result, taskResult } = method;
    const members = [paramsMember(method)];
    if (method.kind === "request")
      members.push(
        printedMember(NO_DOC, "result", result ? printed(result) : "unknown"),
      );
    if (taskResult) {
      const doc = prose("The answer to `params.task`; `result` comes later.");
      members.push(printedMember(doc, "taskResult", printed(taskResult)));
    }
    const key = propertyKey(method.method);
    return printedMember(methodDoc(model, method), key, printObject(members));
  }

  /** `params`, with the `_meta` of the base where the declaration lost it. */
  function paramsMember(method: Method): PrintedMember {
    const { params, paramsOptional, declaration, kind } = method;
    if (params === null) return printedMember(NO_DOC, "params?", "never");
    const declared = isExported(model, params)
      ? printed(params)
      : memberType(declaration, paramsOptional);
    const lost = declaresMeta(model, base(kind)) && !hasMeta(model, params);
    if (lost) used.add(kind);
    return printedMember(
      NO_DOC,
      paramsOptional ? "params?" : "params",
      lost
        ? group([declared, indent([" &", line, metaName(kind)])])
        : declared,
    );
  }

  function printed(type: TypeNode): Layout {
    for (const name of namesIn([type])) referred.add(name);
    return printType(type);
  }

  /** `PingRequest["params"]`, without the `undefined` of an optional member. */
  function memberType(declaration: string, optional: boolean): Layout {
    referred.add(declaration);
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
    return { name, layout: documented(doc, layout) };
  }
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
