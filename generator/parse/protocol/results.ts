import { findMember } from "../../model/members/members.js";
import type { Declarations } from "../../model/members/resolve.js";
import type { Declaration, Method, TypeNode } from "../../model/types.js";
import type { Reporter } from "../reporter.js";
import { referenceTo } from "./unions.js";

/** What a request leads to. */
export type Results = Pick<Method, "result" | "taskResult" | "inputRequired">;

/** Results that ask for more input and end no request, under both their names. */
const INPUT_REQUIRED = new Set(["InputRequiredResult", "IncompleteResult"]);

/** A request whose result is not named after it. */
interface ResultRow {
  readonly method: string;
  readonly result: string;
  /** Known revisions where nothing else leads to the result. */
  readonly revisions: readonly string[];
}

const HANDSHAKE = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/** The reviewed exceptions from the naming rule. */
const RESULT_ROWS: readonly ResultRow[] = [
  { method: "ping", result: "EmptyResult", revisions: HANDSHAKE },
  { method: "logging/setLevel", result: "EmptyResult", revisions: HANDSHAKE },
  {
    method: "resources/subscribe",
    result: "EmptyResult",
    revisions: HANDSHAKE,
  },
  {
    method: "resources/unsubscribe",
    result: "EmptyResult",
    revisions: HANDSHAKE,
  },
  // Drafts of input-required results had requests of other names for these.
  { method: "elicitation/create", result: "ElicitResult", revisions: [] },
  {
    method: "sampling/createMessage",
    result: "CreateMessageResult",
    revisions: [],
  },
];

/** Known revisions where requests may ask for a task. */
const TASK_REVISIONS: readonly string[] = ["2025-11-25"];

/** A request whose result is looked for. */
interface Request {
  readonly declaration: Declaration;
  readonly method: string;
  readonly params: TypeNode | null;
  readonly revision: string | null;
}

/**
 * The result of a request: what `XResultResponse` has, else `XResult`, else a
 * row of the table. In a file that is no known revision, a request that has
 * none of them is still answered with a `Result`.
 */
export function resultOf(
  { declaration: { name, position }, method, params, revision }: Request,
  declarations: Declarations,
  reporter: Reporter,
): Results {
  const taskResult = taskResultOf(params, declarations);
  const stem = name.replace(/Request$/, "");
  const response = findMember(
    declarations,
    referenceTo({ name: `${stem}ResultResponse` }),
    "result",
  );
  if (response) return { ...withoutInputRequired(response.type), taskResult };

  const row = RESULT_ROWS.find((candidate) => candidate.method === method);
  for (const result of [`${stem}Result`, row?.result])
    if (result && declarations.has(result))
      return {
        result: referenceTo({ name: result }),
        taskResult,
        inputRequired: false,
      };

  const message = `No result belongs to \`${name}\`: there is neither \`${stem}ResultResponse\` nor \`${stem}Result\``;
  if (revision === null && declarations.has("Result")) {
    reporter.warning("MCP157", position, message);
    return {
      result: referenceTo({ name: "Result" }),
      taskResult,
      inputRequired: false,
    };
  }
  reporter.error("MCP153", position, message);
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
    ? referenceTo({ name: "CreateTaskResult" })
    : null;
}

/**
 * Reports rows of the table that match nothing in a known revision; other
 * files owe them nothing.
 */
export function checkResultRows(
  revision: string,
  methods: readonly Method[],
  reporter: Reporter,
): void {
  for (const { method: name, result, revisions } of RESULT_ROWS) {
    if (!revisions.includes(revision)) continue;
    const used = methods.some(
      ({ method, result: type }) =>
        method === name && type?.kind === "reference" && type.name === result,
    );
    if (!used)
      reporter.error(
        "MCP154",
        null,
        `The result table's row for "${name}" matches nothing in ${revision}`,
      );
  }
  const tasks = methods.some(({ taskResult }) => taskResult !== null);
  if (tasks !== TASK_REVISIONS.includes(revision))
    reporter.error(
      "MCP154",
      null,
      `The rule for task results matches ${tasks ? "requests" : "nothing"} in ${revision}`,
    );
}
