/**
 * Marks in the code tell which tests run what. Coverage by V8 would not: tests
 * of generated code run the runtime as it was linked and bundled, where nothing
 * is at its place.
 */
import { ts } from "ts-morph";
import { isOnlyType, parseSource } from "./places.js";

/** What one mark stands for: from `start` to `end` all of a file is run, or none. */
interface Mark {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** A file's text, and how it is marked. */
export class MarkedFile {
  readonly text: string;
  readonly #marks: Mark[] = [];
  /** Text that is put in, by where. */
  readonly #added: (readonly [at: number, text: string])[] = [];
  readonly #source: ts.SourceFile;

  /** @param first the number of its first mark */
  constructor(
    file: string,
    text: string,
    readonly first: number,
  ) {
    this.text = text;
    this.#source = parseSource(file, text);
    this.#visit(this.#source);
  }

  /** The text with a call in each part, which says that the part is run. */
  get marked(): string {
    let { text } = this;
    // From the end on, so that the places before stay where they are.
    for (const [at, call] of this.#added.sort(([a], [b]) => b - a))
      text = text.slice(0, at) + call + text.slice(at);
    return text;
  }

  /** The number after its last mark. */
  get next(): number {
    return this.first + this.#marks.length;
  }

  /** The innermost part around a place, or null at the top level. */
  around(place: number): number | null {
    const inside = ({ start, end }: Mark): boolean =>
      start <= place && place < end;
    return this.#marks.findLast(inside)?.id ?? null;
  }

  /** Names that the top-level statement at a place declares. */
  declaredAt(place: number): string[] {
    const statement = this.#source.statements.find(
      (one) => one.getFullStart() <= place && place < one.getEnd(),
    );
    if (!statement) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) =>
        name.getText(),
      );
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.getText()] : [];
  }

  /** Where a name stands. */
  *placesOf(name: string): Generator<number> {
    const pattern = new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g");
    for (const { index } of this.text.matchAll(pattern)) yield index;
  }

  #visit(node: ts.Node): void {
    if (isOnlyType(node)) return;
    if (ts.isBlock(node)) {
      this.#added.push([node.getStart() + 1, `${this.#mark(node)};`]);
    } else if (ts.isCaseOrDefaultClause(node) && node.statements[0]) {
      const first = node.statements[0].getStart();
      this.#added.push([first, `${this.#mark(node)};`]);
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const { body } = node;
      this.#added.push([body.getStart(), `(${this.#mark(body)}, `]);
      this.#added.push([body.getEnd(), ")"]);
    }
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** The call that says that a part is run. */
  #mark(node: ts.Node): string {
    const [start, end] = [node.getStart(), node.getEnd()];
    const id = this.first + this.#marks.length;
    this.#marks.push({ id, start, end });
    return `(globalThis as any).mark?.(${id})`;
  }
}
