import type { CommandGrammar, OptionGrammar } from "../commands/grammar.js";
import { below, valuesOf, type Values } from "./values.js";

/** For zsh with compinit, by eval or as a file _mcp-codegen in fpath. */
export function zshScript(grammar: readonly CommandGrammar[]): string {
  const cases = grammar.map((command) => {
    const { words, options, positionals } = command;
    const next = below(grammar, words);
    const specs = [
      ...options.map(optionSpec),
      quoted("(- *)--help[Show help]"),
      ...(next.length > 0
        ? []
        : positionals.map((one, at) =>
            quoted(`${at + 1}:${escaped(one.name)}:${action(valuesOf(one))}`),
          )),
    ];
    const described = next.map((one) =>
      quoted(`${one.words.at(-1)}:${one.describe.replaceAll(":", "\\:")}`),
    );
    const commands =
      described.length === 0
        ? ""
        : `      _mcp_codegen_commands=(${described.join(" ")})
      [[ $PREFIX == -* ]] || _describe command _mcp_codegen_commands
`;
    return `    ${quoted(words.join(" "))})
${commands}      _arguments -s : ${specs.join(" ")}
      ;;
`;
  });
  const paths = grammar
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

function optionSpec(option: OptionGrammar): string {
  const { name, describe, takesValue } = option;
  const text = `[${escaped(describe)}]`;
  return takesValue
    ? quoted(`*--${name}=${text}:${name}:${action(valuesOf(option))}`)
    : quoted(`--${name}${text}`);
}

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      return values.list
        ? `_sequence compadd - ${values.words.join(" ")}`
        : `(${values.words.join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "any":
      return "";
    default:
      return values satisfies never;
  }
}

function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
