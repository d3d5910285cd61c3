/** Facts about the tools of a revision. */
import type { EmitContext } from "../context.js";
import { quote } from "../print/syntax.js";
import { exportsMember } from "./protocol-facts.js";
import { getTaskKinds } from "./tasks.js";

/**
 * Returns the facts that the templates for tools need. `omitted` is a union of
 * names: the members of `Tool` that users do not write in a tool definition.
 */
export function getToolFacts(context: EmitContext): {
  readonly omitted: string;
  readonly structured: boolean;
  readonly tasks: boolean;
  /** Function of the runtime that creates the handlers for tools. */
  readonly make: string;
  /**
   * Whether the tasks extension is used. A tool can then ask for input before
   * its task starts, and the server decides whether a call becomes a task.
   */
  readonly extension: boolean;
} {
  const { model } = context;
  const structured = exportsMember(model, "Tool", "outputSchema");
  const { core, extension } = getTaskKinds(context);
  const tasks = core || extension;
  const omitted = ["name", "inputSchema"];
  if (structured) omitted.push("outputSchema");
  // The option `tasks` determines the `execution` member. Without tasks, the
  // member is omitted so that no tool claims to support them.
  if (tasks || exportsMember(model, "Tool", "execution"))
    omitted.push("execution");
  return {
    omitted: omitted.map(quote).join(" | "),
    structured,
    tasks,
    make: extension
      ? "extensionTaskToolHandlers"
      : core
        ? "taskToolHandlers"
        : "toolHandlers",
    extension,
  };
}
