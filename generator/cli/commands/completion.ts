import { candidates } from "../completion/candidates.js";
import { SCRIPTS } from "../completion/scripts.js";
import { defineCommand, required, text, type Taken } from "../command.js";

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
  options: {
    line: text("Print what could end this command line, as the script asks"),
  },
  examples: [
    ['eval "$(mcp-codegen completion bash)"', "In ~/.bashrc"],
    ['eval "$(mcp-codegen completion zsh)"', "In ~/.zshrc"],
    [
      "$0 completion fish > ~/.config/fish/completions/mcp-codegen.fish",
      "Once",
    ],
  ],
  run({ shell, line }, io, commands) {
    if (line === undefined) return io.out(SCRIPTS[shell]);
    const found = candidates(line, commands);
    if (typeof found === "string") return io.out(`:${found}\n`);
    // Each shell has its own way of saying what a word means.
    const between = { bash: "", zsh: ":", fish: "\t" }[shell];
    for (const [word, about] of found)
      io.out(`${between && about ? `${word}${between}${about}` : word}\n`);
  },
});
