/** Tools that change the server's lists while it runs. */
import type {
  PromptHandlers,
  ToolHandlers,
} from "../../out/2025-11-25/server.js";

/**
 * Adds two tools: one changes the list of tools when it is called, the other
 * changes the list of prompts.
 */
export function addChangingTools(
  tools: ToolHandlers,
  prompts: PromptHandlers,
): void {
  let changes = 0;
  const added = () => ({
    description: `Was added at run time (${(changes += 1)})`,
    handler: () => "Added.",
  });
  tools.set("test_trigger_tool_change", {
    description: "Changes the list of tools",
    handler: () => {
      tools.set("test_added_tool", added());
      return "Changed.";
    },
  });
  tools.set("test_trigger_prompt_change", {
    description: "Changes the list of prompts",
    handler: () => {
      prompts.set("test_added_prompt", added());
      return "Changed.";
    },
  });
}
