/** The command line as data: what yargs is told, for completion and hints. */
import type { Argv, Options, PositionalOptions } from "yargs";
import { COMMANDS, type AnyCommand } from "./all.js";

/** An option of a command. */
export interface OptionGrammar {
  readonly name: string;
  readonly describe: string;
  /** False for switches. */
  readonly takesValue: boolean;
  /** True for what may be given more than once. */
  readonly list: boolean;
  readonly choices: readonly string[];
}

/** A command, or a word that only leads to commands. */
export interface CommandGrammar {
  /** `["schema", "pull"]`; empty for the default command. */
  readonly words: readonly string[];
  readonly describe: string;
  readonly options: readonly OptionGrammar[];
  /** Names of what is not an option, in order. */
  readonly positionals: readonly OptionGrammar[];
}

/** All commands, groups before what is in them. */
export function grammar(): CommandGrammar[] {
  return COMMANDS.flatMap((command): CommandGrammar[] => {
    if (!("commands" in command)) return [grammarOf(command, [])];
    const { name, describe, commands } = command;
    const group = { words: [name], describe, options: [], positionals: [] };
    return [group, ...commands.map((one) => grammarOf(one, [name]))];
  });
}

function grammarOf(
  command: AnyCommand,
  above: readonly string[],
): CommandGrammar {
  const options: OptionGrammar[] = [];
  const positionals: OptionGrammar[] = [];
  const add = (
    to: OptionGrammar[],
    name: string,
    { type, describe, choices, array }: Options | PositionalOptions,
  ): void => {
    to.push({
      name,
      describe: String(describe ?? ""),
      takesValue: type !== "boolean",
      list: array === true,
      choices: (choices ?? []).map(String),
    });
  };
  // Whatever else a command tells yargs is none of our business.
  const recorder: Argv = new Proxy({} as Argv, {
    get: (_, method) =>
      method === "option" || method === "positional"
        ? (name: string, given: Options) => {
            add(method === "option" ? options : positionals, name, given);
            return recorder;
          }
        : () => recorder,
  });
  command.build(recorder);
  const [name = ""] = [command.name].flat();
  const [word = ""] = name.split(" ");
  const words = word === "$0" ? [] : [...above, word];
  return { words, describe: command.describe, options, positionals };
}
