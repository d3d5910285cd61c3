import { reference } from "../../model/build.js";
import { findMember } from "../../model/members/members.js";
import type { Declarations } from "../../model/members/resolve.js";
import type { Method } from "../../model/types.js";
import { getCapability, type GivenCapabilities } from "./capabilities.js";
import type { Reporter } from "../reporter.js";
import { getResults } from "./results.js";
import { METHOD_UNIONS, unionMessages, type Sent } from "./unions.js";

/**
 * Returns all methods, in the order of the unions that list the messages. If a
 * request has no result type, an error is reported for a known revision. For
 * any other file, `Result` is used as the result type.
 */
export function readMethods(
  declarations: Declarations,
  revision: string | null,
  reporter: Reporter,
  capabilities?: GivenCapabilities,
): Method[] {
  const messages = new Map<string, Sent>();
  for (const { name, kind, sender, ...rest } of METHOD_UNIONS) {
    const embedded = "embedded" in rest;
    for (const message of unionMessages(name, declarations, reporter)) {
      const key = `${message.declaration.name} ${kind} ${embedded}`;
      const known = messages.get(key);
      // If the client and the server can send the same message, the two union
      // entries become one method.
      messages.set(
        key,
        known
          ? { ...known, sender: "either" }
          : { ...message, kind, sender, embedded },
      );
    }
  }
  return [...messages.values()].map((sent) =>
    readMethod(sent, declarations, {
      revision,
      reporter,
      capability: getCapability(sent, declarations, reporter, capabilities),
    }),
  );
}

/**
 * Returns the method of a message type, with the type of its params and, for a
 * request, the types of its results.
 */
export function readMethod(
  sent: Sent,
  declarations: Declarations,
  {
    revision,
    reporter,
    capability = null,
  }: {
    readonly revision: string | null;
    readonly reporter: Reporter;
    readonly capability?: string | null;
  },
): Method {
  const { declaration, method, kind, sender, embedded } = sent;
  const found = findMember(declarations, reference(declaration.name), "params");
  const params = found?.type ?? null;
  const { result, taskResult, inputRequired } =
    kind === "request"
      ? getResults(sent, params, revision, declarations, reporter)
      : { result: null, taskResult: null, inputRequired: false };
  return {
    method,
    kind,
    sender,
    embedded,
    declaration: declaration.name,
    params,
    paramsOptional: found?.optional ?? true,
    result,
    taskResult,
    inputRequired,
    capability,
    since: null,
    deprecated: declaration.doc.deprecated,
  };
}
