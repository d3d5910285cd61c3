import { below, type Command } from "../command.js";
import { isValued, valuesOf, type Values } from "./values.js";

/** For bash 3.2 on, which macOS has; without the bash-completion package. */
export function bashScript(commands: readonly Command[]): string {
  const paths = commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => `"${words.join(" ")}"`);
  const values = commands.flatMap(({ words, options }) =>
    Object.entries(options)
      .filter(isValued)
      .map(
        (option) =>
          `    "${words.join(" ")} --${option[0]}") ${reply(valuesOf(option))}; return ;;\n`,
      ),
  );
  const rest = commands.map((command) => {
    const { words, options, operands } = command;
    const names = [...Object.keys(options), "help"].map((name) => `--${name}`);
    const next = below(commands, words).map((one) => one.words.at(-1));
    const [first] = Object.entries(operands);
    const other =
      next.length > 0
        ? `_mcp_codegen_words "${next.join(" ")}"`
        : first
          ? reply(valuesOf(first))
          : "return";
    return `    "${words.join(" ")}")
      if [[ $cur == -* ]]; then _mcp_codegen_words "${names.join(" ")}"
      else ${other}; fi ;;
`;
  });
  return `# bash completion of mcp-codegen; in ~/.bashrc: eval "$(mcp-codegen completion bash)"
_mcp_codegen_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_mcp_codegen_list() {
  local head=""
  [[ $cur == *,* ]] && head="\${cur%,*},"
  COMPREPLY=($(compgen -P "$head" -W "$1" -- "\${cur##*,}"))
}

_mcp_codegen_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

_mcp_codegen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command="" i next
  COMPREPLY=()
  # --rev=2025-06-18 is three words.
  if [[ $cur == "=" ]]; then cur=""
  elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${command:+$command }\${COMP_WORDS[i]}"
    case "$next" in
    ${paths.join(" | ")}) command="$next" ;;
    esac
  done
  case "$command $prev" in
${values.join("")}  esac
  case "$command" in
${rest.join("")}  esac
}

complete -F _mcp_codegen mcp-codegen
`;
}

function reply({ words, list, paths }: Values): string {
  if (words)
    return `_mcp_codegen_${list ? "list" : "words"} "${words.join(" ")}"`;
  if (!paths) return "return";
  return `_mcp_codegen_paths ${paths === "files" ? "-f" : "-d"}`;
}
