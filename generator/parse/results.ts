import { findMember } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import type { Declaration, Method, TypeNode } from "../model/types.js";
import type { Reporter } from "./reporter.js";

/** What a request leads to. */
export type Results = Pick<Method, "result" | "taskResult" | "inputRequired">;

/** Results that ask for more input and end no request, under both their names. */
const INPUT_REQUIRED = new Set(["InputRequiredResult", "IncompleteResult"]);

/** Requests whose result is not named after them. */
interface ResultRow {
  readonly request: string;
  readonly result: string;
  /** Bundled revisions where the row must match. */
  readonly revisions: readonly string[];
}

const HANDSHAKE = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/** The reviewed exceptions from the naming rule. */
export const RESULT_ROWS: readonly ResultRow[] = [
  { request: "PingRequest", result: "EmptyResult", revisions: HANDSHAKE },
  { request: "SetLevelRequest", result: "EmptyResult", revisions: HANDSHAKE },
  { request: "SubscribeRequest", result: "EmptyResult", revisions: HANDSHAKE },
  {
    request: "UnsubscribeRequest",
    result: "EmptyResult",
    revisions: HANDSHAKE,
  },
];

/**
 * The result of a request: what `XResultResponse` has, else `XResult`, else a
 * row of the table.
 */
export function resultOf(
  { name, position }: Declaration,
  params: TypeNode | null,
  declarations: Declarations,
  reporter: Reporter,
): Results {
  const taskResult = taskResultOf(params, declarations);
  const stem = name.replace(/Request$/, "");
  const response = findMember(
    declarations,
    reference(`${stem}ResultResponse`),
    "result",
  );
  if (response) return { ...withoutInputRequired(response.type), taskResult };

  const row = RESULT_ROWS.find(({ request }) => request === name);
  for (const result of [`${stem}Result`, row?.result])
    if (result && declarations.has(result))
      return { result: reference(result), taskResult, inputRequired: false };

  reporter.error(
    "MCP153",
    position,
    `No result belongs to \`${name}\`: there is neither \`${stem}ResultResponse\` nor \`${stem}Result\``,
  );
  return { result: null, taskResult, inputRequired: false };
}

function withoutInputRequired(
  type: TypeNode,
): Pick<Results, "result" | "inputRequired"> {
  if (type.kind !== "union") return { result: type, inputRequired: false };
  const types = type.types.filter(
    (part) => part.kind !== "reference" || !INPUT_REQUIRED.has(part.name),
  );
  const [only] = types;
  return {
    result: only && types.length === 1 ? only : { kind: "union", types },
    inputRequired: types.length < type.types.length,
  };
}

/**
 * A request whose params may ask for a task is answered with the task when
 * they do. No union says so, only the prose of 2025-11-25.
 */
function taskResultOf(
  params: TypeNode | null,
  declarations: Declarations,
): TypeNode | null {
  const task = params && findMember(declarations, params, "task");
  return task && declarations.has("CreateTaskResult")
    ? reference("CreateTaskResult")
    : null;
}

function reference(name: string): TypeNode {
  return { kind: "reference", name, arguments: [] };
}

/**
 * Reports rows of the table that a bundled revision no longer needs or can
 * no longer serve; other files owe them nothing.
 */
export function checkResultRows(
  revision: string,
  methods: readonly Method[],
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const { request, result, revisions } of RESULT_ROWS) {
    if (!revisions.includes(revision)) continue;
    const used = methods.some(
      (method) =>
        method.declaration === request &&
        method.result?.kind === "reference" &&
        method.result.name === result,
    );
    const named = declarations.has(request.replace(/Request$/, "Result"));
    if (!used || named)
      reporter.error(
        "MCP154",
        null,
        `The result table's row for \`${request}\` matches nothing in ${revision}`,
      );
  }
  const tasks = methods.some(({ taskResult }) => taskResult !== null);
  if (tasks !== (revision === "2025-11-25"))
    reporter.error(
      "MCP154",
      null,
      `The rule for task results ${tasks ? "matches requests" : "matches nothing"} in ${revision}`,
    );
}
