import { reference } from "./build.js";
import { declarationsByName } from "./lookup.js";
import { getBases } from "./members/bases.js";
import { getMembers } from "./members/members.js";
import type { Declarations } from "./members/resolve.js";
import { getEnvelopes } from "./printed/messages.js";
import type { Method, ProtocolModel, TypeNode } from "./types.js";
import { declarationTypes, namesIn } from "./walk.js";

/**
 * Directions in which values of a type are sent: to a client, to a server, or
 * both.
 */
export interface Flow {
  readonly toClient: boolean;
  readonly toServer: boolean;
}

/** Flow of a type that no message contains: its values are never sent. */
export const NO_FLOW: Flow = { toClient: false, toServer: false };

const BOTH: Flow = { toClient: true, toServer: true };

/** Returns the directions that the flows `a` and `b` have in common. */
export function commonFlow(a: Flow, b: Flow): Flow {
  return {
    toClient: a.toClient && b.toClient,
    toServer: a.toServer && b.toServer,
  };
}

/**
 * Returns the flow (the directions in which values are sent) of each declared
 * type, by name of the type.
 */
export function getFlows(model: ProtocolModel): ReadonlyMap<string, Flow> {
  const declarations = declarationsByName(model);
  const flows = new Map<string, Flow>();

  function send(names: Iterable<string>, flow: Flow): void {
    const pending = [...names];
    for (let name = pending.pop(); name; name = pending.pop()) {
      const declaration = declarations.get(name);
      const known = flows.get(name) ?? NO_FLOW;
      const { toClient, toServer } = flow;
      const adds =
        (toClient && !known.toClient) || (toServer && !known.toServer);
      if (!declaration || !adds) continue;
      flows.set(name, {
        toClient: toClient || known.toClient,
        toServer: toServer || known.toServer,
      });
      pending.push(...namesIn(declarationTypes(declaration)));
    }
  }
  const sendTypes = (types: readonly (TypeNode | null)[], flow: Flow): void =>
    send(namesIn(types.filter((type) => type !== null)), flow);

  const envelopes = getEnvelopes(declarations);
  const errors = errorsIn(envelopes, declarations);
  for (const method of model.methods) {
    const { declaration, kind, embedded } = method;
    const { message, response } = methodFlows(method);
    send([declaration], message);
    sendTypes([method.params], message);
    if (!embedded)
      send([kind === "request" ? "Request" : "Notification"], message);
    if (kind !== "request") continue;
    send([declaration.replace(/Request$/, "ResultResponse")], response);
    sendTypes([method.result, method.taskResult], response);
    // An embedded request is part of a result, so it gets no JSON-RPC response.
    // Every other request gets a result or an error.
    if (!embedded) send(["Result", ...errors], response);
  }
  // JSON-RPC envelopes are sent in both directions. The `params` and `result`
  // of an envelope are excluded, because their flow depends on the method.
  for (const name of envelopes) {
    const members = getMembers(declarations, reference(name))?.values() ?? [];
    for (const { name: member, type } of members)
      if (member !== "params" && member !== "result") sendTypes([type], BOTH);
    flows.set(name, BOTH);
  }
  return flows;
}

/**
 * Returns the directions in which a method's message and the response to this
 * message are sent.
 */
export function methodFlows({ sender }: Method): {
  readonly message: Flow;
  readonly response: Flow;
} {
  const fromServer = sender !== "client";
  const fromClient = sender !== "server";
  return {
    message: { toClient: fromServer, toServer: fromClient },
    response: { toClient: fromClient, toServer: fromServer },
  };
}

/**
 * Returns the names of the JSON-RPC error envelopes, of the error types in
 * them, and of the types that extend any of these.
 */
function errorsIn(
  envelopes: ReadonlySet<string>,
  declarations: Declarations,
): readonly string[] {
  const errors = [...envelopes].flatMap((name) => {
    const error = getMembers(declarations, reference(name))?.get("error");
    if (!error) return [];
    return error.type.kind === "reference" ? [name, error.type.name] : [name];
  });
  const narrower = [...declarations.values()].filter((declaration) => {
    const bases = getBases(declaration, declarations);
    return errors.some((name) => bases.has(name));
  });
  return [...errors, ...narrower.map(({ name }) => name)];
}
