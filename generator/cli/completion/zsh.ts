import { below, type Command } from "../command.js";
import { isValued, valuesOf, type Entry, type Values } from "./values.js";

/** For zsh with compinit, by eval or as a file _mcp-codegen in fpath. */
export function zshScript(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const { words, options, operands } = command;
    const next = below(commands, words);
    const specs = [
      ...Object.entries(options).map(optionSpec),
      quoted("(- *)--help[Show help]"),
      ...(next.length > 0
        ? []
        : Object.entries(operands).map((one, at) =>
            quoted(`${at + 1}:${escaped(one[0])}:${action(valuesOf(one))}`),
          )),
    ];
    const described = next.map((one) =>
      quoted(`${one.words.at(-1)}:${one.describe.replaceAll(":", "\\:")}`),
    );
    const offered =
      described.length === 0
        ? ""
        : `      _mcp_codegen_commands=(${described.join(" ")})
      [[ $PREFIX == -* ]] || _describe command _mcp_codegen_commands
`;
    return `    ${quoted(words.join(" "))})
${offered}      _arguments -s : ${specs.join(" ")}
      ;;
`;
  });
  const paths = commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => quoted(words.join(" ")));
  return `#compdef mcp-codegen
# zsh completion of mcp-codegen; in ~/.zshrc: eval "$(mcp-codegen completion zsh)"
_mcp_codegen() {
  local command="" next word
  local -i taken=0
  local -a _mcp_codegen_commands
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${command:+$command }$word"
    case "$next" in
    (${paths.join("|")}) command="$next"; (( taken++ )) ;;
    esac
  done
  # What is left looks like a command of its own.
  words=(mcp-codegen "\${(@)words[2+taken,-1]}")
  (( CURRENT -= taken ))
  case "$command" in
${cases.join("")}  esac
}

if [[ $funcstack[1] == _mcp_codegen ]]; then _mcp_codegen "$@"
else compdef _mcp_codegen mcp-codegen; fi
`;
}

function optionSpec(option: Entry): string {
  const [name, { describe }] = option;
  const text = `[${escaped(describe)}]`;
  return isValued(option)
    ? quoted(`*--${name}=${text}:${name}:${action(valuesOf(option))}`)
    : quoted(`--${name}${text}`);
}

function action({ words = [], list, paths }: Values): string {
  if (paths) return paths === "files" ? "_files" : "_files -/";
  if (list) return `_sequence compadd - ${words.join(" ")}`;
  return words.length > 0 ? `(${words.join(" ")})` : "";
}

function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
