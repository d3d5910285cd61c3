/** Which declarations of a generated module are not what they were. */

/** Names, in the order in which they stand. */
export interface ChangedDeclarations {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares two texts of a module, of which Prettier has laid out both. */
export function changedDeclarations(
  old: string,
  text: string,
): ChangedDeclarations {
  const before = declarationsOf(old);
  const after = declarationsOf(text);
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...after].flatMap(([name, own]) =>
      before.has(name) && before.get(name) !== own ? [name] : [],
    ),
  };
}

const START =
  /\n(?=(?:export )?(?:async )?(?:function|class|interface|type|const) \w)/;

/** Texts by name; a comment that changed alone is for the diff to show. */
function declarationsOf(module: string): Map<string, string> {
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
