/**
 * Shell scripts that complete command lines. A script asks mcp-codegen for
 * candidates. If the answer is `:files` or `:folders`, the script completes
 * paths itself.
 */

/**
 * Completion script for bash 3.2 (the version on macOS) and later. The script
 * does not require the package bash-completion.
 */
const bash = `# bash completion of mcp-codegen; in ~/.bashrc: eval "$(mcp-codegen completion bash)"
_mcp_codegen() {
  # bash splits --rev=2025-06-18 into three words.
  local cur="\${COMP_WORDS[COMP_CWORD]#=}" IFS=$'\\n' found
  found="$(mcp-codegen completion bash --line "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)"
  case "$found" in
  :files | :folders)
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen $([[ $found == :files ]] && echo -f || echo -d) -- "$cur")) ;;
  *) COMPREPLY=($(compgen -W "$found" -- "$cur")) ;;
  esac
}

complete -F _mcp_codegen mcp-codegen
`;

/**
 * Completion script for zsh with compinit. The script also works as the file
 * `_mcp-codegen` in a folder of `fpath`.
 */
const zsh = `#compdef mcp-codegen
# zsh completion of mcp-codegen; in ~/.zshrc: eval "$(mcp-codegen completion zsh)"
_mcp_codegen() {
  local -a found
  found=("\${(@f)$(mcp-codegen completion zsh --line "\${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
  compset -P '--[a-z-]#='
  case $found[1] in
  (:files) _files ;;
  (:folders) _files -/ ;;
  (?*) _describe mcp-codegen found ;;
  esac
}

if [[ $funcstack[1] == _mcp_codegen ]]; then _mcp_codegen "$@"
else compdef _mcp_codegen mcp-codegen; fi
`;

/** Completion script for fish 3 and later. */
const fish = `# fish completion of mcp-codegen
function _mcp_codegen
  set -l found (mcp-codegen completion fish --line (commandline -cp) 2>/dev/null)
  set -l option (string match -r -- '^--[a-z-]+=' (commandline -ct))
  set -l typed (string replace -- "$option" '' (commandline -ct))
  switch "$found[1]"
    case :files
      set found (__fish_complete_path $typed)
    case :folders
      set found (__fish_complete_directories $typed)
  end
  for candidate in $found
    echo "$option$candidate"
  end
end

complete -c mcp-codegen -e
complete -c mcp-codegen -f -a '(_mcp_codegen)'
`;

/** Completion scripts, by name of the shell. */
export const SCRIPTS = { bash, zsh, fish };
