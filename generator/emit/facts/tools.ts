/** Properties of a revision that concern tools. */
import type { EmitContext } from "../context.js";
import { quote } from "../print/syntax.js";
import { getAppsFunction } from "./apps.js";
import { exportsMember } from "./protocol-facts.js";
import { getTaskKinds } from "./tasks.js";

/**
 * Returns the data about tools for the templates. `omitted` is a union of those
 * member names of `Tool` that users do not write in a tool definition.
 */
export function getToolFacts(context: EmitContext): {
  readonly omitted: string;
  readonly structured: boolean;
  readonly tasks: boolean;
  /** Name of the runtime function that creates the handlers for tools. */
  readonly make: string;
  /**
   * Whether the tasks extension is used. A tool can then ask for input before
   * its task starts, and the server decides whether a call becomes a task.
   */
  readonly extension: boolean;
  /**
   * Names of two functions: `tool` checks the page settings of a tool, and
   * `page` checks the settings of the page itself. Undefined without the apps
   * extension.
   */
  readonly apps: { readonly tool: string; readonly page: string } | undefined;
} {
  const { model } = context;
  const structured = exportsMember(model, "Tool", "outputSchema");
  const { core, extension } = getTaskKinds(context);
  const tasks = core || extension;
  const omitted = ["name", "inputSchema"];
  if (structured) omitted.push("outputSchema");
  // Users never write the `execution` member of a tool. With tasks, the `tasks`
  // option of the tool determines it. Without tasks, no tool may claim to
  // support tasks.
  if (tasks || exportsMember(model, "Tool", "execution"))
    omitted.push("execution");
  const tool = getAppsFunction(context, "assertMcpUiToolMeta");
  const page = getAppsFunction(context, "assertMcpUiResourceMeta");
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
    apps: tool && page ? { tool, page } : undefined,
  };
}
