import { SHELLS, type Shell } from "../completion/shells.js";
import type { Command } from "./command.js";
import { EXIT } from "./io.js";

interface CompletionArgs {
  shell: Shell;
}

/** Prints what makes a shell complete commands, options and revisions. */
export const completionCommand: Command<CompletionArgs> = {
  name: "completion <shell>",
  describe: "Print a script that makes a shell complete commands and revisions",
  build: (yargs) =>
    yargs
      .positional("shell", {
        choices: SHELLS,
        demandOption: true,
        describe: "The shell that it is for",
      })
      .example('eval "$(mcp-codegen completion bash)"', "In ~/.bashrc")
      .example('eval "$(mcp-codegen completion zsh)"', "In ~/.zshrc")
      .example(
        "$0 completion fish > ~/.config/fish/completions/mcp-codegen.fish",
        "Once",
      ),
  async run({ shell }, io) {
    const [{ grammar }, { completionScript }] = await Promise.all([
      import("./grammar.js"),
      import("../completion/script.js"),
    ]);
    io.out(completionScript(shell, grammar()));
    return EXIT.done;
  },
};
