/**
 * Reads the source files that are mutated, or into which marks (calls that
 * record which code runs) are inserted.
 */
import { packageFiles } from "../../generator/support/package.js";
import { sourceText } from "./copy.js";
import { MarkedFile } from "./marks.js";
import { findMutations, type Mutation } from "./mutations.js";

/**
 * Folders with the files into which marks are inserted. A mark is a call that
 * records which tests run the code.
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

  /** Returns true if the mark (inserted call) with this id is in the file. */
  has(file: string, mark: number): boolean {
    const marked = this.files.get(file);
    return !!marked && marked.first <= mark && mark < marked.next;
  }

  /**
   * Returns the marks (inserted calls) around the mutated code. A test covers
   * the mutation if it runs at least one of these marks. For top-level code,
   * returns the marks around all uses of the names that the code declares.
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
