import type { Command } from "../command.js";
import { bashScript } from "./bash.js";
import { fishScript } from "./fish.js";
import type { Shell } from "./shells.js";
import { zshScript } from "./zsh.js";

/** What a shell has to read; it starts no program while it completes. */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
): string {
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
  return scripts[shell](commands);
}
