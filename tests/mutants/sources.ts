/** Reads the source files that are mutated or marked. */
import { packageFiles } from "../../generator/support/package.js";
import { sourceText } from "./copy.js";
import { MarkedFile } from "./marks.js";
import { findMutations, type Mutation } from "./mutations.js";

/**
 * Folders in which marks are inserted into all files, so that it is known which
 * tests run each file.
 */
export const MARKED = [
  "runtime",
  "generator/source",
  "generator/emit",
  "generator/write",
];
/**
 * Pattern of the files that are mutated. The other files are covered by tests
 * in tests/proof.
 */
export const BROKEN =
  /^generator\/|^runtime\/(http|json-rpc|limits|protocol|features|host|json-schema|tasks|transport)\//;

export class Sources {
  readonly files: ReadonlyMap<string, MarkedFile>;

  constructor() {
    const files = new Map<string, MarkedFile>();
    let next = 0;
    for (const folder of MARKED)
      for (const file of packageFiles(folder)) {
        if (!file.endsWith(".ts")) continue;
        const marked = new MarkedFile(file, sourceText(file), next);
        files.set(file, marked);
        next = marked.next;
      }
    this.files = files;
  }

  /** Returns all mutations of the files whose path contains `part`. */
  findMutations(part: string): Mutation[] {
    return [...this.files]
      .filter(([file]) => BROKEN.test(file) && file.includes(part))
      .flatMap(([file, { text }]) => findMutations(file, text));
  }

  /** Returns true if the mark belongs to the file. */
  has(file: string, mark: number): boolean {
    const marked = this.files.get(file);
    return !!marked && marked.first <= mark && mark < marked.next;
  }

  /**
   * Returns the marks that show that a test runs the mutated code: the test
   * must run at least one of them. Top-level code counts as run wherever a name
   * that it declares is used.
   */
  findMarks({ file, start }: Mutation): Set<number> {
    const marks = new Set<number>();
    const seen = new Set<string>();
    const follow = (marked: MarkedFile | undefined, place: number): void => {
      const mark = marked?.findMark(place);
      if (typeof mark === "number") marks.add(mark);
      else for (const name of marked?.getDeclaredNames(place) ?? []) use(name);
    };
    const use = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const marked of this.files.values())
        for (const place of marked.findName(name)) follow(marked, place);
    };
    follow(this.files.get(file), start);
    return marks;
  }
}
