import { reference } from "./build.js";
import { declarationsByName } from "./lookup.js";
import { membersOf } from "./members/members.js";
import type { Declarations } from "./members/resolve.js";
import type { Method, ProtocolModel, TypeNode } from "./types.js";
import { declarationTypes, namesIn } from "./walk.js";

/** Which way values of a type travel. */
export interface Flow {
  readonly toClient: boolean;
  readonly toServer: boolean;
}

/** A type that no message holds. */
export const NO_FLOW: Flow = { toClient: false, toServer: false };

/** The ways of both. */
export function commonFlow(a: Flow, b: Flow): Flow {
  return {
    toClient: a.toClient && b.toClient,
    toServer: a.toServer && b.toServer,
  };
}

const BOTH: Flow = { toClient: true, toServer: true };

/** Members of an envelope whose types each method declares. */
const CONTENT: readonly string[] = ["params", "result"];

/** Which way values of each declared type travel, by its name. */
export function flowsOf(model: ProtocolModel): ReadonlyMap<string, Flow> {
  const declarations = declarationsByName(model);
  const flows = new Map<string, Flow>();
  const send = (names: readonly string[], direction: keyof Flow): void => {
    const pending = names.filter((name) => declarations.has(name));
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const known = flows.get(name) ?? NO_FLOW;
      if (known[direction]) continue;
      flows.set(name, { ...known, [direction]: true });
      pending.push(...namesOf(name, declarations));
    }
  };

  const sendAs = (names: readonly string[], flow: Flow): void => {
    if (flow.toClient) send(names, "toClient");
    if (flow.toServer) send(names, "toServer");
  };

  for (const method of model.methods) {
    const { declaration } = method;
    const response = declaration.replace(/Request$/, "ResultResponse");
    const { asks, answers } = methodFlows(method);
    sendAs([declaration, ...namesInTypes([method.params], declarations)], asks);
    sendAs(
      [
        ...(method.kind === "request" ? [response] : []),
        ...namesInTypes([method.result, method.taskResult], declarations),
      ],
      answers,
    );
  }
  const envelopes = envelopesOf(declarations);
  for (const [direction, bases] of Object.entries(basesOf(model))) {
    send(bases, direction as keyof Flow);
    // Who answers may answer with an error.
    if (bases.includes("Result"))
      send(errorsIn(envelopes, declarations), direction as keyof Flow);
  }
  // Envelopes travel both ways; their params and results as methods say.
  for (const name of envelopes) {
    sendAs(heldBy(name, declarations), BOTH);
    flows.set(name, BOTH);
  }
  return flows;
}

/** Which way a message travels, and which way what answers it. */
export function methodFlows({ sender, embedded }: Method): {
  readonly asks: Flow;
  readonly answers: Flow;
} {
  const fromServer = sender !== "client" || embedded;
  const fromClient = sender !== "server" && !embedded;
  return {
    asks: { toClient: fromServer, toServer: fromClient },
    answers: { toClient: fromClient, toServer: fromServer },
  };
}

/** What each message is at least, by where there are such messages. */
function basesOf({ methods }: ProtocolModel): Record<keyof Flow, string[]> {
  const sent = (kind: Method["kind"], other: Method["sender"]): boolean =>
    methods.some(
      (method) =>
        method.kind === kind && !method.embedded && method.sender !== other,
    );
  const bases = (to: "client" | "server"): string[] => {
    const from = to === "client" ? "server" : "client";
    return [
      ...(sent("request", to) ? ["Request"] : []),
      ...(sent("notification", to) ? ["Notification"] : []),
      ...(sent("request", from) ? ["Result"] : []),
    ];
  };
  return { toClient: bases("client"), toServer: bases("server") };
}

/** `JSONRPCMessage`, and what it is a union of. */
function envelopesOf(declarations: Declarations): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = ["JSONRPCMessage"];
  for (let name = pending.pop(); name; name = pending.pop()) {
    const declaration = declarations.get(name);
    if (!declaration || found.has(name)) continue;
    found.add(name);
    if (declaration.kind === "alias")
      pending.push(...namesOf(name, declarations));
  }
  return found;
}

/** Names in an envelope's own members: of ids, of errors, of tokens. */
function heldBy(name: string, declarations: Declarations): string[] {
  const members = [
    ...(membersOf(declarations, reference(name))?.values() ?? []),
  ];
  return namesInTypes(
    members.flatMap((one) => (CONTENT.includes(one.name) ? [] : [one.type])),
    declarations,
  );
}

/** Interfaces that narrow an envelope with an `error`, or what is in that. */
function errorsIn(
  envelopes: ReadonlySet<string>,
  declarations: Declarations,
): string[] {
  const errors = new Set<string>();
  for (const name of envelopes) {
    const error = membersOf(declarations, reference(name))?.get("error");
    if (!error) continue;
    errors.add(name);
    if (error.type.kind === "reference") errors.add(error.type.name);
  }
  for (let before = -1; before !== errors.size;) {
    before = errors.size;
    for (const declaration of declarations.values())
      if (
        declaration.kind === "interface" &&
        namesInTypes(declaration.extends, declarations).some((name) =>
          errors.has(name),
        )
      )
        errors.add(declaration.name);
  }
  return [...errors];
}

function namesOf(name: string, declarations: Declarations): string[] {
  const found = declarations.get(name);
  return found ? namesInTypes(declarationTypes(found), declarations) : [];
}

function namesInTypes(
  types: readonly (TypeNode | null)[],
  declarations: Declarations,
): string[] {
  const names = namesIn(types.filter((type) => type !== null));
  return [...names].filter((name) => declarations.has(name));
}
