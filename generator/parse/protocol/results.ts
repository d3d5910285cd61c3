import { reference, unionType } from "../../model/build.js";
import { findMember } from "../../model/members/members.js";
import type { Declarations } from "../../model/members/resolve.js";
import type { Method, TypeNode } from "../../model/types.js";
import type { Reporter } from "../reporter.js";
import type { Message } from "./unions.js";

/**
 * Result types of a request: `result`, and `taskResult` if it runs as a task.
 * `inputRequired` tells whether the server may ask for input first.
 */
export type Results = Pick<Method, "result" | "taskResult" | "inputRequired">;

/**
 * Names of the result type by which a server asks for input before it completes
 * a request. Early drafts use the second name.
 */
export const INPUT_REQUIRED = ["InputRequiredResult", "IncompleteResult"];

/**
 * Result types of requests that do not follow the naming rule (`XResult` for
 * `XRequest`), by method. The table was reviewed for each revision.
 */
const RESULTS: ReadonlyMap<string, string> = new Map([
  ["ping", "EmptyResult"],
  ["logging/setLevel", "EmptyResult"],
  ["resources/subscribe", "EmptyResult"],
  ["resources/unsubscribe", "EmptyResult"],
  // In early drafts that contain input-required results, these request types
  // have other names. The naming rule therefore does not find their result
  // types.
  ["elicitation/create", "ElicitResult"],
  ["sampling/createMessage", "CreateMessageResult"],
]);

/**
 * Returns the result type of a request. For `XRequest`, the result type is
 * `result` of `XResultResponse`, else `XResult`, else the type in `RESULTS`. If
 * none of these exists, the result type is `Result`. For a known revision, an
 * error is reported instead.
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
 * Returns the result type of a request whose params ask for a task. No union of
 * the schema contains this result type: only the prose of 2025-11-25 describes
 * it.
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
