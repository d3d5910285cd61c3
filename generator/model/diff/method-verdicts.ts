/** Verdicts: the peers that a change of a method breaks. */
import { capabilityOwners } from "../capabilities.js";
import { declarationsByName } from "../lookup.js";
import { hasMember } from "../members/members.js";
import type { Method, ProtocolModel } from "../types.js";
import { harmless, type Verdict } from "./change.js";

const BOTH = { client: true, server: true };
const IGNORED = harmless("Who does not know it ignores it.");

/** Returns the verdict for a new method, which older peers do not know. */
export function additionOf(method: Method, older: ProtocolModel): Verdict {
  const { kind, sender, embedded } = method;
  if (embedded)
    return harmless(
      "It travels only in answers to those who declare that they take it.",
    );
  if (kind === "notification") return IGNORED;
  const needed = neededBy(method);
  if (needed !== null && !canDeclare(older, method))
    return harmless(
      `Nobody sends it to a peer that does not declare \`${needed}\`.`,
    );
  return {
    breaks: { client: sender !== "client", server: sender !== "server" },
    why: "No capability tells a newer peer that an older one does not know it.",
  };
}

/** Returns the verdict for a removed method, which newer peers do not know. */
export function removalOf(was: Method, newer: ProtocolModel): Verdict {
  const { kind, sender, method } = was;
  if (method === "initialize")
    return {
      breaks: BOTH,
      why: "Older peers need the handshake before anything else.",
    };
  if (kind === "notification") return IGNORED;
  const needed = neededBy(was);
  if (needed !== null && !canDeclare(newer, was))
    return harmless(
      `A newer peer cannot declare \`${needed}\`, so nobody sends it.`,
    );
  return {
    breaks: { client: sender !== "server", server: sender !== "client" },
    why: "Who still sends it gets an error for an answer.",
  };
}

/** Returns the capability or extension that must be declared for a method. */
export function neededBy({ capability, extension }: Method): string | null {
  return capability ?? extension ?? null;
}

/** Returns true if a peer of `model` can declare what the method needs. */
function canDeclare(model: ProtocolModel, method: Method): boolean {
  const { extension } = method;
  if (extension !== undefined)
    return (model.extensions ?? []).some((one) => one.identifier === extension);
  const declarations = declarationsByName(model);
  return capabilityOwners(method).some((owner) =>
    hasMember(declarations, owner, method.capability ?? ""),
  );
}

/**
 * Returns the verdict for a method with another sender, or with a changed
 * `embedded`.
 */
export function moveOf(was: Method, is: Method): Verdict {
  if (was.embedded !== is.embedded)
    return {
      breaks: BOTH,
      why: "The same question goes another way: by itself, or in a result.",
    };
  if (was.kind === "notification")
    return harmless("Who does not expect it ignores it.");
  const isNew = (side: string, from: Method, to: Method): boolean =>
    [side, "either"].includes(to.sender) &&
    ![side, "either"].includes(from.sender);
  return {
    breaks: {
      client: isNew("client", is, was) || isNew("server", was, is),
      server: isNew("server", is, was) || isNew("client", was, is),
    },
    why: "An older peer sends what is not taken any more, or gets what it does not know.",
  };
}

/** Returns the verdict for a method whose required capability changed. */
export function capabilityVerdict(was: Method, is: Method): Verdict {
  const [before, now] = [neededBy(was), neededBy(is)];
  if (now === null) return harmless("Nothing has to be declared any more.");
  const declares = is.kind === "request" ? "receiver" : "sender";
  const byServer = (is.kind === "request") === (is.sender === "client");
  const instead = before === null ? "" : ` but \`${before}\``;
  return {
    breaks: { client: !byServer, server: byServer },
    why: `An older ${declares} does not declare \`${now}\`${instead}, so a newer peer does not count on it.`,
  };
}

/**
 * Returns the verdict for a request whose answer may now, or may no longer, be
 * an `InputRequiredResult`.
 */
export function inputVerdict({ inputRequired, sender }: Method): Verdict {
  if (!inputRequired) return harmless("Who knows both answers knows the one.");
  return {
    breaks: { client: sender !== "server", server: sender !== "client" },
    why: `An older ${sender === "server" ? "server" : "client"} does not know an answer that asks for input.`,
  };
}
