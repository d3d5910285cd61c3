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

/** Texts by name, each with the comment above it. */
function declarationsOf(module: string): Map<string, string> {
  const found = new Map<string, string>();
  // What is part of a declaration is indented, or follows without an empty line.
  for (const paragraph of module.split(/\n\n(?=\S)/)) {
    const [comment = "", ...statements] = `\n${paragraph.trimEnd()}`.split(
      START,
    );
    for (const [i, text] of statements.entries()) {
      const name = /(?:function|class|interface|type|const) (\w+)/.exec(
        text,
      )?.[1];
      const own = i === 0 ? comment + text : text;
      if (name !== undefined) found.set(name, (found.get(name) ?? "") + own);
    }
  }
  return found;
}
