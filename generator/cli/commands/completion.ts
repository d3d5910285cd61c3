import { bashScript } from "../completion/bash.js";
import { fishScript } from "../completion/fish.js";
import { zshScript } from "../completion/zsh.js";
import { defineCommand, required, type Taken } from "../command.js";

/** What each shell has to read; it starts no program while it completes. */
export const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints what makes a shell complete commands, options and revisions. */
export const completionCommand = defineCommand({
  words: ["completion"],
  describe: "Print a script that makes a shell complete commands and revisions",
  operands: {
    shell: {
      ...required("The shell that it is for"),
      choices: Object.keys(SCRIPTS),
    } as Taken<keyof typeof SCRIPTS>,
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
  run({ shell }, io, commands) {
    io.out(SCRIPTS[shell](commands));
  },
});
