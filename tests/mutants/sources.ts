/** The sources that mutants are made of, and the marks that tell of a place. */
import { packageFiles } from "../../generator/support/package.js";
import { sourceText } from "./copy.js";
import { MarkedFile } from "./marks.js";
import { placesIn, type Place } from "./places.js";

/** What is marked: tests that run it are known. */
export const MARKED = [
  "runtime",
  "generator/source",
  "generator/emit",
  "generator/write",
];
/** What is broken; the rest is held by proofs of its own. */
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

  /** Everything that can be got wrong, in files whose path has `part` in it. */
  places(part: string): Place[] {
    return [...this.files]
      .filter(([file]) => BROKEN.test(file) && file.includes(part))
      .flatMap(([file, { text }]) => placesIn(file, text));
  }

  /** Whether a mark stands in a file. */
  has(file: string, mark: number): boolean {
    const marked = this.files.get(file);
    return !!marked && marked.first <= mark && mark < marked.next;
  }

  /**
   * The marks of which one is come by, when a place is run. What stands at the
   * top level is run once, and used where its name is.
   */
  marksOf({ file, start }: Place): Set<number> {
    const marks = new Set<number>();
    const seen = new Set<string>();
    const follow = (marked: MarkedFile | undefined, place: number): void => {
      const mark = marked?.around(place);
      if (typeof mark === "number") marks.add(mark);
      else for (const name of marked?.declaredAt(place) ?? []) use(name);
    };
    const use = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const marked of this.files.values())
        for (const place of marked.placesOf(name)) follow(marked, place);
    };
    follow(this.files.get(file), start);
    return marks;
  }
}
