import { reference, unionType } from "../../model/build.js";
import { findMember } from "../../model/members/members.js";
import type { Declarations } from "../../model/members/resolve.js";
import type { Method, TypeNode } from "../../model/types.js";
import type { Reporter } from "../reporter.js";
import type { Message } from "./unions.js";

/** Results of a request. */
export type Results = Pick<Method, "result" | "taskResult" | "inputRequired">;

/**
 * Results that ask for input and do not end a request, under both of their
 * names.
 */
export const INPUT_REQUIRED = ["InputRequiredResult", "IncompleteResult"];

/** Reviewed exceptions from the naming rule, by method. */
const RESULTS: ReadonlyMap<string, string> = new Map([
  ["ping", "EmptyResult"],
  ["logging/setLevel", "EmptyResult"],
  ["resources/subscribe", "EmptyResult"],
  ["resources/unsubscribe", "EmptyResult"],
  // Early drafts with input-required results had other names for these
  // requests.
  ["elicitation/create", "ElicitResult"],
  ["sampling/createMessage", "CreateMessageResult"],
]);

/**
 * Returns the result of a request: that of `XResultResponse`, else `XResult`,
 * else the one in the table. In a file that is not a known revision, a request
 * without any of them has the result `Result`.
 */
export function getResults(
  { declaration: { name, position }, method }: Message,
  params: TypeNode | null,
  revision: string | null,
  declarations: Declarations,
  reporter: Reporter,
): Results {
  const taskResult = getTaskResult(params, declarations);
  const stem = name.replace(/Request$/, "");
  const response = findMember(
    declarations,
    reference(`${stem}ResultResponse`),
    "result",
  );
  if (response) return { ...withoutInputRequired(response.type), taskResult };

  const plain = (result: string | null): Results => ({
    result: result === null ? null : reference(result),
    taskResult,
    inputRequired: false,
  });
  for (const result of [`${stem}Result`, RESULTS.get(method)])
    if (result && declarations.has(result)) return plain(result);

  const message = `The request \`${name}\` has no result: the schema declares neither \`${stem}ResultResponse\` nor \`${stem}Result\``;
  if (revision === null && declarations.has("Result")) {
    reporter.warning("MCP157", position, message);
    return plain("Result");
  }
  reporter.error("MCP153", position, message);
  return plain(null);
}

function withoutInputRequired(
  type: TypeNode,
): Pick<Results, "result" | "inputRequired"> {
  if (type.kind !== "union") return { result: type, inputRequired: false };
  const types = type.types.filter(
    (part) => part.kind !== "reference" || !INPUT_REQUIRED.includes(part.name),
  );
  return {
    result: unionType(types),
    inputRequired: types.length < type.types.length,
  };
}

/**
 * Returns the result of a request whose params ask for a task. Only the prose
 * of 2025-11-25 states it, no union does.
 */
function getTaskResult(
  params: TypeNode | null,
  declarations: Declarations,
): TypeNode | null {
  const task = params && findMember(declarations, params, "task");
  return task && declarations.has("CreateTaskResult")
    ? reference("CreateTaskResult")
    : null;
}
