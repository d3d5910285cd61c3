/**
 * Creates links from messages to the sections of the specification that
 * describe them.
 */

const SITE = "https://modelcontextprotocol.io/specification";

/**
 * Patterns of method names, each with the path of a page and a heading in the
 * specification. In the path, `$1` is replaced by the group in the pattern
 * (`tools`, `resources` or `prompts`). `*` is replaced by a folder that depends
 * on the revision.
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

/** Kind of a JSON-RPC message. `message` is used if the kind is unknown. */
export type MessageKind = "request" | "notification" | "response" | "message";

/**
 * Returns the URL of the section that describes a message. Returns null if the
 * schema is not that of a known revision.
 *
 * @param method Method of the message. For a response, the method of the
 *   request. Null for a fault in the JSON-RPC envelope.
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
  // In the specification of 2024-11-05, the first revision, messages are
  // described on a separate page.
  const base = revision === "2024-11-05" ? "basic/messages" : "basic";
  const anchor = heading || (base === "basic" ? "messages" : "");
  return `${SITE}/${revision}/${base}${anchor && `#${anchor}`}`;
}

/**
 * Returns the folder that contains the pages about cancellation and progress.
 * Revisions of 2026 and later use `basic/patterns`.
 */
function patterns(revision: string): string {
  return revision < "2026" ? "basic/utilities" : "basic/patterns";
}
