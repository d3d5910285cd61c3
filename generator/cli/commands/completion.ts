import { SHELLS, type Shell } from "../completion/shells.js";
import { defineCommand, required, type Taken } from "../command.js";
import { EXIT } from "../terminal/io.js";

/** Prints what makes a shell complete commands, options and revisions. */
export const completionCommand = defineCommand({
  words: ["completion"],
  describe: "Print a script that makes a shell complete commands and revisions",
  operands: {
    shell: {
      ...required("The shell that it is for"),
      choices: SHELLS,
    } as Taken<Shell>,
  },
  options: {},
  examples: [
    ['eval "$(mcp-codegen completion bash)"', "In ~/.bashrc"],
    ['eval "$(mcp-codegen completion zsh)"', "In ~/.zshrc"],
    [
      "$0 completion fish > ~/.config/fish/completions/mcp-codegen.fish",
      "Once",
    ],
  ],
  async run({ shell }, io, commands) {
    const { completionScript } = await import("../completion/script.js");
    io.out(completionScript(shell, commands));
    return EXIT.done;
  },
});
