/** Links from messages to the sections of a revision's specification. */

const SITE = "https://modelcontextprotocol.io/specification";

/**
 * Page and heading of a method. `*` represents the folder of patterns, `$1` the
 * feature.
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

/** Kind of a message in JSON-RPC. */
export type MessageKind = "request" | "notification" | "response" | "message";

/**
 * Returns the URL of the section, or null for a schema that is not a revision.
 *
 * @param method Method of the message, or of the request that it answers. Null
 *   for a problem in the envelope.
 */
export function getSection(
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
  // The first revision describes messages on a separate page.
  const base = revision === "2024-11-05" ? "basic/messages" : "basic";
  const anchor = heading || (base === "basic" ? "messages" : "");
  return `${SITE}/${revision}/${base}${anchor && `#${anchor}`}`;
}

/**
 * The pages about cancellation and progress moved when the protocol became
 * stateless.
 */
function patterns(revision: string): string {
  return revision < "2026" ? "basic/utilities" : "basic/patterns";
}
