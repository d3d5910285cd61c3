/** Where a revision's specification speaks of a message. */

const SITE = "https://modelcontextprotocol.io/specification";

/**
 * Page and heading of a method: `*` stands for the folder of patterns, `$1` for
 * the feature.
 */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^initialize$|^notifications\/initialized$/,
    "basic/lifecycle#initialization",
  ],
  [/^ping$/, "basic/utilities/ping#message-format"],
  [/^(tools|resources|prompts)\/list$/, "server/$1#listing-$1"],
  [
    /^notifications\/(tools|resources|prompts)\/list/,
    "server/$1#list-changed-notification",
  ],
  [/^tools\/call$/, "server/tools#calling-tools"],
  [/^resources\/read$/, "server/resources#reading-resources"],
  [/^resources\/templates\//, "server/resources#resource-templates"],
  [/^(?:notifications\/)?resources\//, "server/resources#subscriptions"],
  [/^prompts\/get$/, "server/prompts#getting-a-prompt"],
  [/^completion\//, "server/utilities/completion#requesting-completions"],
  [/^logging\/setLevel$/, "server/utilities/logging#setting-log-level"],
  [
    /^notifications\/message$/,
    "server/utilities/logging#log-message-notifications",
  ],
  [/^roots\/list$/, "client/roots#listing-roots"],
  [/^notifications\/roots\//, "client/roots#root-list-changes"],
  [/^sampling\//, "client/sampling#creating-messages"],
  [
    /^elicitation\/|^notifications\/elicitation\//,
    "client/elicitation#protocol-messages",
  ],
  [/^(?:notifications\/)?tasks\//, "basic/utilities/tasks#protocol-messages"],
  [/^server\/discover$/, "server/discover"],
  [/^(?:notifications\/)?subscriptions\//, "basic/patterns/subscriptions"],
  [/^notifications\/cancelled$/, "*/cancellation#cancellation-flow"],
  [/^notifications\/progress$/, "*/progress#progress-flow"],
];

/** What a message is to JSON-RPC. */
export type MessageKind = "request" | "notification" | "response" | "message";

/**
 * Address of the section, or null for a schema that is no revision.
 *
 * @param method of the message, or of the request that it answers; null for
 *   what is wrong with the envelope
 */
export function sectionOf(
  revision: string | null,
  method: string | null,
  part: MessageKind,
): string | null {
  if (revision === null) return null;
  for (const [methods, page] of PAGES) {
    const found = methods.exec(method ?? "");
    const section = page
      .replaceAll("$1", found?.[1] ?? "")
      .replace("*", patterns(revision));
    if (found) return `${SITE}/${revision}/${section}`;
  }
  const heading = part === "message" ? "" : `${part}s`;
  // The first revision has a page of its own for messages.
  const base = revision === "2024-11-05" ? "basic/messages" : "basic";
  const anchor = heading || (base === "basic" ? "messages" : "");
  return `${SITE}/${revision}/${base}${anchor && `#${anchor}`}`;
}

/** Cancellation and progress moved when the protocol became stateless. */
function patterns(revision: string): string {
  return revision < "2026" ? "basic/utilities" : "basic/patterns";
}
