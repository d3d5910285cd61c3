/** Requests from the host to a server, with consent and audit. */
import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { asError, McpError } from "../../json-rpc/messages/errors.js";
import { cleanText } from "../../limits/text.js";
import { nearestWord } from "../config/nearest.js";
import { createRejection } from "./consent.js";
import { pickDecisiveMembers } from "./snapshot-gate.js";
import type { AnyJsonSchema } from "../../json-schema/run.js";
import type { AuditEntry } from "./audit.js";
import type { Consents, ConsentOutcome } from "./consent.js";
import type { ListedItem } from "../fetch-lists.js";
import type { HostedServer } from "../server.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Recorder } from "./recorder.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/**
 * Maximum length of the list of tools that an error message quotes, in
 * characters.
 */
const MAX_LISTED = 500;

export interface DataFlow<T> {
  /** Sender of the request in the audit log. Defaults to `host`. */
  readonly from?: AuditEntry["from"] | undefined;
  readonly method: string;
  /**
   * Consent hook to call before the request. Undefined for requests that need
   * no consent.
   */
  readonly kind?: "callTool" | "resource";
  /**
   * Name of the tool or prompt, or URI of the resource, as the server lists it.
   * The host lists the same item under a different, unique name.
   */
  readonly name: string;
  /** Data that is passed to the consent hook. */
  readonly shown: object;
  /** Value that the consent hook may replace by an edited value. */
  readonly value: T;
  readonly paramsOf: (value: T) => Params;
}

/**
 * Asks for consent, sends a request to a server within the server's limits, and
 * records the request in the audit log.
 */
export async function sendWithConsent<T>(
  server: HostedServer,
  { from = "host", method, kind, name, shown, value, paramsOf }: DataFlow<T>,
  consents: Consents,
  recorder: Recorder,
  options: RequestOptions | undefined,
): Promise<unknown> {
  const done = recorder.begin(server.name, from, method, name);
  let outcome: ConsentOutcome<T> = { decision: "allowed", value };
  let params: Params;
  let result: unknown;
  try {
    if (kind === "callTool" && !server.allows(name)) {
      const text = `The tool ${name} of ${server.name} is disabled`;
      throw new McpError(BAD_PARAMS, text);
    }
    if (kind === "callTool") {
      const definition = findDefinition(server, name);
      // A server that is not ready lists no tools. The request then fails with
      // the state of the server.
      if (!definition && server.peer) throw createUnlistedTool(server, name);
      const hookArguments = { ...shown, definition };
      const entry = [name, pickDecisiveMembers(definition)];
      outcome = await consents.ask(
        kind,
        server.name,
        entry,
        hookArguments,
        value,
      );
    } else if (kind)
      outcome = await consents.ask(kind, server.name, name, shown, value);
    if (outcome.decision === "refused")
      throw createRejection(kind === "callTool" ? "tool call" : "resource");
    params = paramsOf(outcome.value);
    result = await server.request(method, params, options);
    if (kind === "callTool") {
      const { outputSchema } = findDefinition(server, name) ?? {};
      server.outputs.assertValid(
        `The tool ${name} of ${server.name}`,
        outputSchema as AnyJsonSchema | undefined,
        result as object,
      );
    }
  } catch (error) {
    const refused = outcome.decision === "refused";
    done(refused ? "refused" : "failed", [shown], asError(error));
    throw error;
  }
  done(outcome.decision, [params, result]);
  return result;
}

/** Creates the error for a call of a tool that the server does not list. */
function createUnlistedTool(server: HostedServer, tool: string): McpError {
  const { name, lists, toolsError } = server;
  const listed = lists.tools.map((entry) => String(entry.name));
  const nearest = nearestWord(tool, listed);
  const rest = nearest
    ? `Did you mean ${nearest}?`
    : listed.length > 0
      ? `Listed tools: ${cleanText(listed.join(", "), MAX_LISTED)}`
      : (toolsError?.message ?? "The server lists no tools");
  const text = `The server ${name} does not list the tool ${tool}. ${rest}`;
  return new McpError(BAD_PARAMS, text);
}

/**
 * Returns the definition of a tool from the server's list, if the tool is
 * listed.
 */
function findDefinition(
  { lists }: HostedServer,
  name: string,
): ListedItem | undefined {
  return lists.tools.find((tool) => tool.name === name);
}
