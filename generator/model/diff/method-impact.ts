/** Determines which peers a changed method breaks, and why. */
import { capabilityOwners } from "../capabilities.js";
import { declarationsByName } from "../lookup.js";
import { hasMember } from "../members/members.js";
import type { Extension, Method, ProtocolModel } from "../types.js";
import { harmless, type Impact } from "./change.js";

const BOTH = { client: true, server: true };
const IGNORED = harmless(
  "A peer that does not know the notification ignores it.",
);

/**
 * Returns the impact of an added method, which peers of the older revision do
 * not know.
 */
export function getAdditionImpact(
  method: Method,
  older: ProtocolModel,
): Impact {
  const { kind, sender, embedded } = method;
  if (embedded)
    return harmless(
      "The request is embedded in a result, which is sent only to a peer that declares support for the request.",
    );
  if (kind === "notification") return IGNORED;
  const needed = getRequirement(method);
  if (needed !== null && !canDeclare(older, method))
    return harmless(
      `The request is sent only to a peer that declares \`${needed}\`.`,
    );
  return {
    breaks: { client: sender !== "client", server: sender !== "server" },
    why: "The method has no capability, so a newer peer cannot know whether an older peer supports the method.",
  };
}

/**
 * Returns the impact of a removed method, which peers of the newer revision do
 * not know.
 */
export function getRemovalImpact(was: Method, newer: ProtocolModel): Impact {
  const { kind, sender, method } = was;
  if (method === "initialize")
    return {
      breaks: BOTH,
      why: "An older peer starts every connection with the `initialize` handshake.",
    };
  if (kind === "notification") return IGNORED;
  const needed = getRequirement(was);
  if (needed !== null && !canDeclare(newer, was))
    return harmless(
      `A newer peer cannot declare \`${needed}\`, so an older peer does not send the request.`,
    );
  return {
    breaks: { client: sender !== "server", server: sender !== "client" },
    why: "An older peer that still sends the request receives an error.",
  };
}

/**
 * Returns the capability or extension that a peer must declare before the
 * method may be used.
 */
function getRequirement({ capability, extension }: Method): string | null {
  return capability ?? extension ?? null;
}

/**
 * Returns true if the model has the capability or extension that a method
 * needs, so that a peer can declare it.
 */
function canDeclare(model: ProtocolModel, method: Method): boolean {
  const { extension } = method;
  if (extension !== undefined)
    return (model.extensions ?? []).some(
      (candidate) => candidate.identifier === extension,
    );
  const declarations = declarationsByName(model);
  return capabilityOwners(method).some((owner) =>
    hasMember(declarations, owner, method.capability ?? ""),
  );
}

/**
 * Returns the impact of a changed sender. The sender also counts as changed if
 * the request was a separate message and is now embedded in a result, or the
 * reverse.
 */
export function getSenderImpact(was: Method, is: Method): Impact {
  if (was.embedded !== is.embedded)
    return {
      breaks: BOTH,
      why: "In one of the two revisions, the request is a separate message; in the other revision, the request is part of a result.",
    };
  if (was.kind === "notification")
    return harmless("A peer that does not expect the notification ignores it.");
  const isNew = (side: string, from: Method, to: Method): boolean =>
    [side, "either"].includes(to.sender) &&
    ![side, "either"].includes(from.sender);
  return {
    breaks: {
      client: isNew("client", is, was) || isNew("server", was, is),
      server: isNew("server", is, was) || isNew("client", was, is),
    },
    why: "An older peer may send a request that a newer peer rejects, or receive a request that it does not know.",
  };
}

/** Returns the impact if the capability that a method requires has changed. */
export function getCapabilityImpact(was: Method, is: Method): Impact {
  const [before, now] = [getRequirement(was), getRequirement(is)];
  if (now === null) return harmless("The method no longer needs a capability.");
  const declares = is.kind === "request" ? "receiver" : "sender";
  const byServer = (is.kind === "request") === (is.sender === "client");
  const instead = before === null ? "" : `, only \`${before}\``;
  return {
    breaks: { client: !byServer, server: byServer },
    why: `An older ${declares} does not declare \`${now}\`${instead}. A newer peer therefore treats the method as unsupported.`,
  };
}

/**
 * Returns the impact of a change of the sides that must declare an extension.
 */
export function getDeclaredByImpact(
  { declaredBy: was }: Extension,
  { declaredBy: is }: Extension,
): Impact {
  const breaks = {
    client: was === "server" && is !== was,
    server: was === "client" && is !== was,
  };
  if (!breaks.client && !breaks.server)
    return harmless("No side has to declare more than before.");
  return {
    breaks,
    why: `An older ${breaks.client ? "client" : "server"} does not declare the extension, so a newer peer refuses the extension's messages.`,
  };
}

/**
 * Returns the impact if an `InputRequiredResult` has become possible as the
 * response to a request, or is no longer possible.
 */
export function getInputImpact({ inputRequired, sender }: Method): Impact {
  if (!inputRequired)
    return harmless(
      "A peer that handles both ordinary and input-required results still handles an ordinary result.",
    );
  return {
    breaks: { client: sender !== "server", server: sender !== "client" },
    why: `An older ${sender === "server" ? "server" : "client"} does not know a result that asks for input (\`InputRequiredResult\`).`,
  };
}
