import { below, type Command } from "../command.js";
import { isValued, valuesOf, type Values } from "./values.js";

/** For fish 3 on. */
export function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const { words, options, operands } = command;
    const next = below(commands, words);
    const here = condition(words, next);
    const [first] = Object.entries(operands);
    return [
      ...next.map((one) => line(here, `-a ${one.words.at(-1)}`, one.describe)),
      ...Object.entries(options).map((option) => {
        const value = isValued(option)
          ? ` -r ${argument(valuesOf(option))}`
          : "";
        return line(here, `-l ${option[0]}${value}`, option[1].describe);
      }),
      ...(first && next.length === 0
        ? [line(here, argument(valuesOf(first)), first[1].describe)]
        : []),
    ];
  });
  return `# fish completion of mcp-codegen
complete -c mcp-codegen -e
complete -c mcp-codegen -f
complete -c mcp-codegen -l help -d ${quoted("Show help")}
${lines.join("\n")}
`;
}

/** When a command's own words are what comes next. */
function condition(words: readonly string[], next: readonly Command[]): string {
  if (words.length === 0) return "__fish_use_subcommand";
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const names = next.map((one) => one.words.at(-1)).join(" ");
  const not = names ? [`not __fish_seen_subcommand_from ${names}`] : [];
  return [...seen, ...not].join("; and ");
}

function line(when: string, what: string, describe: string): string {
  return `complete -c mcp-codegen -n ${quoted(when)} ${what} -d ${quoted(describe)}`;
}

function argument({ words, list, paths }: Values): string {
  if (paths === "files") return "-F";
  if (paths) return `-f -a ${quoted("(__fish_complete_directories)")}`;
  if (!words) return "-f";
  const all = words.join(" ");
  return `-f -a ${quoted(list ? `(__fish_append , ${all})` : all)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
