/** Facts about tools at a revision. */
import type { EmitContext } from "../context.js";
import { quote } from "../print/syntax.js";
import { exportsMember } from "./protocol-facts.js";
import { getTaskKinds } from "./tasks.js";

/**
 * Returns the facts that the templates for tools need. `omitted` is the union
 * of the members of `Tool` that a definition leaves out.
 */
export function getToolFacts(context: EmitContext): {
  readonly omitted: string;
  readonly structured: boolean;
  readonly tasks: boolean;
  /** Function of the runtime that creates the handlers. */
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
  // `tasks` decides on `execution`. Without tasks, a tool must not claim that
  // it supports them.
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
