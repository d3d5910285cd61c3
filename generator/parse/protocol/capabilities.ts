import {
  CAPABILITY_OWNERS,
  capabilityOwners,
} from "../../model/capabilities.js";
import { hasMember } from "../../model/members/members.js";
import type { Declarations } from "../../model/members/resolve.js";
import type { Reporter } from "../reporter.js";
import type { Sent } from "./unions.js";

/**
 * Capability that each method requires. The receiver of a request, or the
 * sender of a notification, declares the capability. The table was reviewed
 * against the text of each revision. Null means that a method requires no
 * capability. Methods that are not in the table were not reviewed.
 */
const CAPABILITIES: ReadonlyMap<string, string | null> = new Map(
  Object.entries({
    initialize: null,
    ping: null,
    "server/discover": null,
    "subscriptions/listen": null,
    "completion/complete": "completions",
    "logging/setLevel": "logging",
    "prompts/get": "prompts",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/read": "resources",
    "resources/subscribe": "resources.subscribe",
    "resources/templates/list": "resources",
    "resources/unsubscribe": "resources.subscribe",
    "tools/call": "tools",
    "tools/list": "tools",
    "elicitation/create": "elicitation",
    "roots/list": "roots",
    "sampling/createMessage": "sampling",
    "tasks/cancel": "tasks.cancel",
    "tasks/get": "tasks",
    "tasks/list": "tasks.list",
    "tasks/result": "tasks",
    "notifications/cancelled": null,
    "notifications/elicitation/complete": null,
    "notifications/initialized": null,
    "notifications/message": "logging",
    "notifications/progress": null,
    "notifications/prompts/list_changed": "prompts.listChanged",
    "notifications/resources/list_changed": "resources.listChanged",
    "notifications/resources/updated": "resources.subscribe",
    "notifications/roots/list_changed": "roots.listChanged",
    "notifications/subscriptions/acknowledged": null,
    "notifications/tasks/status": "tasks",
    "notifications/tools/list_changed": "tools.listChanged",
  }),
);

/**
 * Capabilities that are newer than the methods that require them. If a schema
 * lacks such a capability, the method requires no capability. All other
 * capabilities in `CAPABILITIES` must be declared in the schema.
 */
const LATER: ReadonlySet<string> = new Set([
  "completions",
  "prompts.listChanged",
  "resources.listChanged",
  "tools.listChanged",
  "tasks",
  "tasks.cancel",
  "tasks.list",
]);

/**
 * Capabilities that the user names, by method. They take precedence over
 * `CAPABILITIES`. Null means that a method requires no capability.
 */
export type GivenCapabilities = Readonly<Record<string, string | null>>;

/**
 * Returns the capability that a method requires, or null. Reports an error if
 * the schema does not declare the capability.
 */
export function getCapability(
  message: Sent,
  declarations: Declarations,
  reporter: Reporter,
  given: GivenCapabilities = {},
): string | null {
  const { method, declaration } = message;
  const path = Object.hasOwn(given, method)
    ? given[method]
    : CAPABILITIES.get(method);
  if (path === undefined)
    reporter.warning(
      "MCP156",
      declaration.position,
      `The capability that the method "${method}" needs is unknown`,
      `Name the capability in the configuration: \`capabilities: { ${JSON.stringify(method)}: "NAME" }\`, or \`null\` instead of "NAME" if the method needs none.`,
    );
  if (!path) return null;
  // If both sides can send a method, both are owners of the capability. It is
  // enough if the schema declares the capability for one of them.
  const owners = capabilityOwners(message);
  if (owners.some((owner) => hasMember(declarations, owner, path))) return path;
  if (LATER.has(path)) return null;
  const [owner = ""] = owners;
  const at = declarations.get(owner)?.position ?? declaration.position;
  const problem = `"${method}" needs the capability \`${path}\`, which is not a member of \`${owners.join("` or `")}\``;
  const other = CAPABILITY_OWNERS.find((name) =>
    hasMember(declarations, name, path),
  );
  if (other)
    reporter.warning(
      "MCP158",
      declaration.position,
      `${problem}, but of \`${other}\``,
    );
  else reporter.error("MCP155", at, problem);
  return null;
}
