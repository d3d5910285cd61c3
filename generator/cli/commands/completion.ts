import { SCRIPTS } from "../completion/scripts.js";
import {
  defineCommand,
  requiredText,
  text,
  type OptionSpec,
} from "../command.js";

/**
 * Command `completion`: prints a script that completes command lines in a
 * shell.
 */
export const completionCommand = defineCommand({
  words: ["completion"],
  describe: "Print a completion script for your shell",
  operands: {
    shell: {
      ...requiredText("Shell for which to print the script"),
      choices: Object.keys(SCRIPTS),
    } as OptionSpec<keyof typeof SCRIPTS>,
  },
  options: {
    line: text(
      "Print completions for this incomplete command line (called by the script)",
    ),
  },
  examples: [
    ['eval "$(mcp-codegen completion bash)"', "Add this line to ~/.bashrc"],
    ['eval "$(mcp-codegen completion zsh)"', "Add this line to ~/.zshrc"],
    ["$0 completion fish | source", "Add this line to config.fish"],
  ],
  async run({ shell, line }, io, commands) {
    if (line === undefined) return io.out(SCRIPTS[shell]);
    const { completeLine } = await import("../completion/candidates.js");
    const found = completeLine(line, commands);
    if (typeof found === "string") return io.out(`:${found}\n`);
    // Separator between a candidate and its description. The separator depends
    // on the shell.
    const separator = { bash: "", zsh: ":", fish: "\t" }[shell];
    for (const [word, description] of found)
      io.out(
        `${separator && description ? `${word}${separator}${description}` : word}\n`,
      );
  },
});
