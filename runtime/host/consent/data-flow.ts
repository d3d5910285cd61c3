/** A request of the host's program that crosses to a server. */
import {
  asError,
  BAD_PARAMS,
  McpError,
} from "../../json-rpc/messages/errors.js";
import { rejected } from "./consent.js";
import type { AnyJsonSchema } from "../../json-schema/run.js";
import type { Consents, Verdict } from "./consent.js";
import type { Item } from "../fetch-lists.js";
import type { HostedServer } from "../server.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import type { Recorder } from "./recorder.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

export interface Crossing<T> {
  readonly method: string;
  /** What the user is asked for; nothing is asked without it. */
  readonly kind?: "callTool" | "resource";
  /** Of the tool, resource or prompt, as its server has it. */
  readonly name: string;
  /** What the user is shown. */
  readonly about: object;
  /** What the user may edit. */
  readonly value: T;
  readonly paramsOf: (value: T) => Params;
}

/** Sends a request with consent, within the server's limits, and on record. */
export async function cross<T>(
  server: HostedServer,
  { method, kind, name, about, value, paramsOf }: Crossing<T>,
  consents: Consents,
  recorder: Recorder,
  options: RequestOptions | undefined,
): Promise<unknown> {
  const done = recorder.begin(server.name, "host", method, name);
  let verdict: Verdict<T> = { decision: "allowed", value };
  let params: Params;
  let result: unknown;
  try {
    if (kind === "callTool" && !server.offers(name)) {
      const text = `The tool ${name} of ${server.name} is disabled`;
      throw new McpError(BAD_PARAMS, text);
    }
    if (kind === "callTool") {
      const definition = definitionOf(server, name);
      const shown = { ...about, definition };
      const entry = [name, decidedBy(definition)];
      verdict = await consents.ask(kind, server.name, entry, shown, value);
    } else if (kind)
      verdict = await consents.ask(kind, server.name, name, about, value);
    if (verdict.decision === "refused")
      throw rejected(kind === "callTool" ? "tool call" : "resource");
    params = paramsOf(verdict.value);
    result = await server.request(method, params, options);
    if (kind === "callTool") {
      const { outputSchema } = definitionOf(server, name) ?? {};
      server.outputs.hold(
        `The tool ${name} of ${server.name}`,
        outputSchema as AnyJsonSchema | undefined,
        result as object,
      );
    }
  } catch (error) {
    const refused = verdict.decision === "refused";
    done(refused ? "refused" : "failed", [about], asError(error));
    throw error;
  }
  done(verdict.decision, [params, result]);
  return result;
}

/** What the server lists of a tool. */
function definitionOf({ lists }: HostedServer, name: string): Item | undefined {
  return lists.tools.find((one) => one.name === name);
}

/** What a person decides by; icons and the like may change. */
function decidedBy({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Item = {}): Item {
  return { title, description, inputSchema, outputSchema, annotations };
}
