/** What generated code names, found without parsing it. */

/** The text without its comments and strings, in which names mean nothing. */
export function codeOf(text: string): string {
  return text.replace(
    /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    "",
  );
}

/** The top-level declarations of code without comments. */
export function declaredIn(
  code: string,
): { readonly name: string; readonly exported: boolean }[] {
  const pattern =
    /^(export )?(?:interface|type|const|function) ([\p{ID_Continue}$]+)/gmu;
  return [...code.matchAll(pattern)].map(([, exported, name = ""]) => ({
    name,
    exported: exported !== undefined,
  }));
}

/** Names that the code uses and does not declare; members do not count. */
export function usedIn(code: string): Set<string> {
  const used = new Set(
    code.match(/(?<![.\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu),
  );
  for (const { name } of declaredIn(code)) used.delete(name);
  return used;
}
