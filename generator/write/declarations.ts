/**
 * Compares the declarations in the new text of a generated module with those in
 * its old text.
 */

/**
 * Compares the old and the new text of a module. Prettier must have formatted
 * both texts. Returns the names of added, removed and changed declarations, in
 * the order of the text.
 */
export function changedDeclarations(old: string, text: string) {
  const before = splitDeclarations(old);
  const after = splitDeclarations(text);
  const kept = [...after.keys()].filter((name) => before.has(name));
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: kept.filter((name) => before.get(name) !== after.get(name)),
  };
}

const START =
  /\n(?=(?:export )?(?:async )?(?:function|class|interface|type|const) \w)/;

/**
 * Returns the texts of declarations by name. Comments are removed, because a
 * changed comment does not count as a changed declaration.
 */
function splitDeclarations(module: string): Map<string, string> {
  const code = module.replace(/\s*\/\*[^]*?\*\//g, "");
  const found = new Map<string, string>();
  const [, ...declarations] = `\n${code}`.split(START);
  for (const text of declarations) {
    const name = /(?:function|class|interface|type|const) (\w+)/.exec(
      text,
    )?.[1];
    if (name === undefined) continue;
    found.set(name, (found.get(name) ?? "") + text.trimEnd());
  }
  return found;
}
