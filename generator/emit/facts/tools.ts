/** How tools are described at a revision. */
import type { EmitContext } from "../context.js";
import { quote } from "../print/syntax.js";
import { exportsMember } from "./protocol-facts.js";
import { tasksOf } from "./tasks.js";

/** How a tool is described at this revision. */
export function toolFacts(context: EmitContext): {
  readonly omitted: string;
  readonly structured: boolean;
  readonly tasks: boolean;
  /** The function of the runtime that makes the handlers. */
  readonly make: string;
  /** Whether tools may ask before there is a task, for which no client asks. */
  readonly extension: boolean;
} {
  const { model } = context;
  const structured = exportsMember(model, "Tool", "outputSchema");
  const { core, extension } = tasksOf(context);
  const tasks = core || extension;
  const omitted = ["name", "inputSchema"];
  if (structured) omitted.push("outputSchema");
  // Without tasks nothing could keep to what it says of them.
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
