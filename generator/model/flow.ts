import { declarationsByName } from "./lookup.js";
import type { Declarations } from "./resolve.js";
import type { ProtocolModel, TypeNode } from "./types.js";
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
  // Envelopes travel both ways whatever they hold.
  for (const name of ["JSONRPCMessage", "Request", "Notification", "Result"]) {
    send([name], "toClient");
    send([name], "toServer");
  }
  return flows;
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
