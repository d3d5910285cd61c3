import { capabilityOwners } from "../capabilities.js";
import { declarationsByName } from "../lookup.js";
import { hasMember } from "../members/members.js";
import type { Method, ProtocolModel } from "../types.js";
import { BREAKS_NONE, deprecation } from "./change.js";
import type { Change, ChangeKind, Verdict } from "./change.js";
import { compareMessages } from "./messages.js";
import type { Comparer } from "./comparer.js";

/** What became of the methods, and of what they hold. */
export function compareMethods(
  older: ProtocolModel,
  newer: ProtocolModel,
  renames: ReadonlyMap<string, string>,
  comparer: Comparer,
): Change[] {
  const before = byRole(older);
  const after = byRole(newer);
  const gone = [...before].filter(([key]) => !after.has(key));
  const come = new Map([...after].filter(([key]) => !before.has(key)));
  const changes: Change[] = [];

  for (const [, was] of gone) {
    const moved = [...come].find(([, is]) => isMoved(was, is));
    const renamed = [...come].find(
      ([, is]) =>
        is.embedded === was.embedded &&
        is.sender === was.sender &&
        (renames.get(was.declaration) ?? was.declaration) === is.declaration,
    );
    const [key, is] = moved ?? renamed ?? [];
    if (key !== undefined) come.delete(key);
    if (!is) {
      changes.push(change("removed", was, null, removalOf(was, newer)));
      continue;
    }
    if (moved) changes.push(change("changed", was, is, moveOf(was, is)));
    else
      changes.push(change("renamed", was, is, renameOf(was, is, older, newer)));
    changes.push(...inBoth(was, is, comparer));
  }
  for (const is of come.values())
    changes.push(change("added", null, is, additionOf(is, older)));

  for (const [key, was] of before) {
    const is = after.get(key);
    if (!is) continue;
    if (was.sender !== is.sender)
      changes.push(change("changed", was, is, moveOf(was, is)));
    if (was.capability !== is.capability)
      changes.push({
        ...change("changed", was, is, capabilityVerdict(was, is)),
        before: `needs ${was.capability ?? "no capability"}`,
        after: `needs ${is.capability ?? "no capability"}`,
      });
    if (was.inputRequired !== is.inputRequired)
      changes.push({
        ...change("changed", was, is, inputVerdict(is)),
        before: was.inputRequired ? INPUT : ONE_ANSWER,
        after: is.inputRequired ? INPUT : ONE_ANSWER,
      });
    if ((was.taskResult === null) !== (is.taskResult === null))
      changes.push({
        ...change("changed", was, is, {
          breaks: BREAKS_NONE,
          why: "Only who asks for a task with `params.task` is answered with one.",
        }),
        before: was.taskResult ? TASK : ONE_ANSWER,
        after: is.taskResult ? TASK : ONE_ANSWER,
      });
    changes.push(...inBoth(was, is, comparer));
  }
  return changes;
}

/** How a request can be answered. */
const ONE_ANSWER = "one answer";
const INPUT = "an answer, or what input it needs";
const TASK = "an answer, or the task that will have it";

function inputVerdict({ inputRequired, sender }: Method): Verdict {
  return inputRequired
    ? {
        breaks: { client: sender !== "server", server: sender !== "client" },
        why: `An older ${sender === "server" ? "server" : "client"} does not know an answer that asks for input.`,
      }
    : { breaks: BREAKS_NONE, why: "Who knows both answers knows the one." };
}

/** Its deprecation, and what it holds. */
function inBoth(was: Method, is: Method, comparer: Comparer): Change[] {
  const deprecated = (was.deprecated === null) !== (is.deprecated === null);
  const { kind, ...verdict } = deprecation(is.deprecated);
  return [
    ...(deprecated ? [change(kind, was, is, verdict)] : []),
    ...compareMessages(was, is, comparer),
  ];
}

/** One entry for what a method is in one direction, by itself or embedded. */
function byRole(model: ProtocolModel): Map<string, Method> {
  return new Map(
    model.methods.map((method) => {
      const { kind, embedded, declaration } = method;
      const twice = model.methods.filter(
        (m) => m.method === method.method && m.embedded === embedded,
      );
      const own = twice.length > 1 ? ` ${declaration}` : "";
      return [`${method.method} ${kind} ${embedded}${own}`, method];
    }),
  );
}

/** A request that is sent by itself in one model and embedded in the other. */
function isMoved(was: Method, is: Method): boolean {
  return was.method === is.method && was.embedded !== is.embedded;
}

function change(
  kind: ChangeKind,
  was: Method | null,
  is: Method | null,
  verdict: Verdict,
): Change {
  const path = (is ?? was)?.method ?? "";
  return {
    kind,
    subject: "method",
    of: path,
    path,
    before: was && describe(was, is),
    after: is && describe(is, was),
    ...verdict,
  };
}

/** `request from the client`; with the name where that is what changed. */
function describe(
  { method, kind, sender, embedded, result }: Method,
  other: Method | null,
): string {
  const name = other && other.method !== method ? `${method}, ` : "";
  const from = sender === "either" ? "either side" : `the ${sender}`;
  const how = embedded ? `embedded in a result of ${from}` : `from ${from}`;
  const answer =
    result?.kind === "reference" && !other ? ` -> ${result.name}` : "";
  return `${name}${kind} ${how}${answer}`;
}

function additionOf(method: Method, older: ProtocolModel): Verdict {
  const { kind, capability, sender, embedded } = method;
  if (embedded)
    return {
      breaks: BREAKS_NONE,
      why: "It travels only in answers to those who declare that they take it.",
    };
  if (kind === "notification")
    return { breaks: BREAKS_NONE, why: "Who does not know it ignores it." };
  if (capability && !canDeclare(older, method))
    return {
      breaks: BREAKS_NONE,
      why: `Nobody sends it to a peer that does not declare \`${capability}\`.`,
    };
  return {
    breaks: { client: sender !== "client", server: sender !== "server" },
    why: "No capability tells a newer peer that an older one does not know it.",
  };
}

function removalOf(was: Method, newer: ProtocolModel): Verdict {
  const { kind, capability, sender, method } = was;
  if (method === "initialize")
    return {
      breaks: { client: true, server: true },
      why: "Older peers need the handshake before anything else.",
    };
  if (kind === "notification")
    return { breaks: BREAKS_NONE, why: "Who does not know it ignores it." };
  if (capability && !canDeclare(newer, was))
    return {
      breaks: BREAKS_NONE,
      why: `A newer peer cannot declare \`${capability}\`, so nobody sends it.`,
    };
  return {
    breaks: { client: sender !== "server", server: sender !== "client" },
    why: "Who still sends it gets an error for an answer.",
  };
}

/** True when a peer of `model` may declare what the method needs. */
function canDeclare(model: ProtocolModel, method: Method): boolean {
  const declarations = declarationsByName(model);
  return capabilityOwners(method).some((owner) =>
    hasMember(declarations, owner, method.capability ?? ""),
  );
}

function renameOf(
  was: Method,
  is: Method,
  older: ProtocolModel,
  newer: ProtocolModel,
): Verdict {
  if (was.kind === "notification")
    return {
      breaks: { client: true, server: true },
      why: "Each end ignores the notification of the other's name.",
    };
  const gone = removalOf(was, newer).breaks;
  const come = additionOf(is, older).breaks;
  return {
    breaks: {
      client: gone.client || come.client,
      server: gone.server || come.server,
    },
    why: "Each end answers the other's name with an error.",
  };
}

function moveOf(was: Method, is: Method): Verdict {
  if (was.embedded !== is.embedded)
    return {
      breaks: { client: true, server: true },
      why: "The same question goes another way: by itself, or in a result.",
    };
  const sends = (method: Method, sender: "client" | "server"): boolean =>
    method.sender === "either" || method.sender === sender;
  if (was.kind === "notification")
    return { breaks: BREAKS_NONE, why: "Who does not expect it ignores it." };
  const lost = (sender: "client" | "server"): boolean =>
    sends(was, sender) && !sends(is, sender);
  const won = (sender: "client" | "server"): boolean =>
    !sends(was, sender) && sends(is, sender);
  const reasons = [
    ...(lost("client") || lost("server")
      ? ["Who may no longer send it gets an error for an answer."]
      : []),
    ...(won("client") || won("server")
      ? ["Who gets it for the first time does not know it."]
      : []),
  ];
  return {
    breaks: {
      client: lost("client") || won("server"),
      server: lost("server") || won("client"),
    },
    why: reasons.join(" "),
  };
}

function capabilityVerdict(was: Method, is: Method): Verdict {
  if (is.capability === null)
    return { breaks: BREAKS_NONE, why: "Nothing has to be declared any more." };
  const declares = is.kind === "request" ? "receiver" : "sender";
  const byServer = (is.kind === "request") === (is.sender === "client");
  return {
    breaks: { client: !byServer, server: byServer },
    why: `An older ${declares} does not declare \`${is.capability}\`${was.capability ? ` but \`${was.capability}\`` : ""}, so a newer peer does not count on it.`,
  };
}
