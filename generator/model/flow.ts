import { declarationsByName } from "./lookup.js";
import type { Declarations } from "./resolve.js";
import type { Method, ProtocolModel, TypeNode } from "./types.js";
import { declarationTypes, walkType } from "./walk.js";

/** Which way values of a type travel. */
export interface Flow {
  readonly toClient: boolean;
  readonly toServer: boolean;
}

/** A type that no message holds. */
export const NO_FLOW: Flow = { toClient: false, toServer: false };

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
      pending.push(...namesIn(name, declarations));
    }
  };

  for (const method of model.methods) {
    const { sender, embedded, declaration } = method;
    const response = declaration.replace(/Request$/, "ResultResponse");
    const answers = [
      ...(method.kind === "request" ? [response] : []),
      ...namesInTypes([method.result, method.taskResult], declarations),
    ];
    const asks = [declaration, ...namesInTypes([method.params], declarations)];
    if (sender !== "client" || embedded) {
      send(asks, "toClient");
      send(answers, "toServer");
    }
    if (sender !== "server" && !embedded) {
      send(asks, "toServer");
      send(answers, "toClient");
    }
  }
  for (const [direction, bases] of Object.entries(basesOf(model)))
    send(bases, direction as keyof Flow);
  // Envelopes travel both ways; what they hold does as its methods say.
  for (const name of envelopes(declarations))
    flows.set(name, { toClient: true, toServer: true });
  return flows;
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
function envelopes(declarations: Declarations): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = ["JSONRPCMessage"];
  for (let name = pending.pop(); name; name = pending.pop()) {
    const declaration = declarations.get(name);
    if (!declaration || found.has(name)) continue;
    found.add(name);
    if (declaration.kind === "alias")
      pending.push(...namesIn(name, declarations));
  }
  return found;
}

function namesIn(name: string, declarations: Declarations): string[] {
  const found = declarations.get(name);
  return found ? namesInTypes(declarationTypes(found), declarations) : [];
}

function namesInTypes(
  types: readonly (TypeNode | null)[],
  declarations: Declarations,
): string[] {
  const names: string[] = [];
  for (const type of types)
    if (type)
      walkType(type, (inner) => {
        if (inner.kind !== "reference" && inner.kind !== "constant") return;
        if (declarations.has(inner.name)) names.push(inner.name);
      });
  return names;
}
