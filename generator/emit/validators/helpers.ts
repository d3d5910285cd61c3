/** What generated validators use of the runtime and of regular expressions. */
import { compilePattern } from "../../model/util/pattern.js";
import { roomOf } from "../link/graph.js";
import { moduleLine } from "../print/imports.js";
import { assigned, print } from "../print/layout.js";
import type { Key, Recall } from "../assemble/shared-text.js";

/** Collects while code is written; the imports are made of it at the end. */
export class Helpers {
  /** `guards/isObject`, `shape/type Shape` */
  readonly #imports = new Set<string>();
  readonly #patterns = new Map<string, string>();
  readonly #called = new Set<string>();
  readonly #shapes = new Set<string>();
  readonly #recall: Recall | undefined;

  constructor(recall?: Recall) {
    this.#recall = recall;
  }

  /**
   * What `write` makes with the helpers that it is given, or made for another
   * model of the run with the same key.
   */
  recalled(key: () => Key, write: (helpers: Helpers) => string): string {
    if (!this.#recall) return write(this);
    const { text, used } = this.#recall(key, () => {
      const own = new Helpers();
      return { text: write(own), used: own };
    });
    // Patterns are numbered over all of a file.
    if (used.#patterns.size > 0) return write(this);
    used.#imports.forEach((one) => this.#imports.add(one));
    used.#called.forEach((one) => this.#called.add(one));
    used.#shapes.forEach((one) => this.#shapes.add(one));
    return text;
  }

  /** The name itself, imported from `runtime/validation/<module>.js`. */
  use(module: string, name: string): string {
    this.#imports.add(`${module}/${name}`);
    return name;
  }

  /** The same for a type. */
  useType(module: string, name: string): string {
    this.use(module, `type ${name}`);
    return name;
  }

  /** All names that are imported. */
  names(): string[] {
    return [...this.#imports].map((one) => one.replace(/^.*\/(type )?/, ""));
  }

  /** The name of a guard, which something calls from now on. */
  guard(name: string): string {
    this.#called.add(name);
    return name;
  }

  /** True when what was written so far calls the guard. */
  isCalled(name: string): boolean {
    return this.#called.has(name);
  }

  /** Says that something asks for the shape of a type from now on. */
  askShape(type: string): void {
    this.#shapes.add(type);
  }

  /** True when what was written so far asks for the shape of the type. */
  isAsked(type: string): boolean {
    return this.#shapes.has(type);
  }

  /** The name of a constant that holds the regular expression. */
  pattern(source: string): string {
    const known = this.#patterns.get(source);
    if (known) return known;
    const name = `PATTERN_${this.#patterns.size + 1}`;
    this.#patterns.set(source, name);
    return name;
  }

  /** `const PATTERN_1 = /^a/u;` a line. */
  patternLines(): string[] {
    return [...this.#patterns].map(([source, name]) =>
      print([assigned(`const ${name}`, compiled(source)), ";"]),
    );
  }

  /** Import declarations, by module; types are imported as such. */
  importLines(runtime: string): string[] {
    const modules = new Map<string, string[]>();
    for (const one of this.#imports) {
      const name = one.slice(one.indexOf("/") + 1);
      const room = roomOf(name.replace(/^type /, ""));
      modules.set(room, [...(modules.get(room) ?? []), name]);
    }
    return [...modules]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => {
        const bare = (name: string) => name.replace(/^type /, "");
        const sorted = [...names].sort((a, b) => (bare(a) < bare(b) ? -1 : 1));
        const types = sorted.every((name) => name.startsWith("type "));
        const start = types ? "import type" : "import";
        const from = `${runtime}/${module}.js`;
        return moduleLine(start, types ? sorted.map(bare) : sorted, from);
      });
  }
}

/** A regular expression as source text; JSON Schema's have the flag `u`. */
function compiled(source: string): string {
  return String(compilePattern(source));
}
