/**
 * Marks are calls in the code that record which tests run it. Coverage by V8
 * does not work here: tests run the runtime bundled into generated code, at
 * other positions.
 */
import { ts } from "ts-morph";
import { isOnlyType, parseSource } from "./mutations.js";

/** Range of a file that is run as a whole or not at all. */
interface Mark {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** Source file and its marks. */
export class MarkedFile {
  readonly text: string;
  readonly #marks: Mark[] = [];
  /** Inserted texts with their positions. */
  readonly #added: (readonly [at: number, text: string])[] = [];
  readonly #source: ts.SourceFile;

  /** @param first Id of the first mark. */
  constructor(
    file: string,
    text: string,
    readonly first: number,
  ) {
    this.text = text;
    this.#source = parseSource(file, text);
    this.#visit(this.#source);
  }

  /** Text with a call in each range that records that the range is run. */
  get marked(): string {
    let { text } = this;
    // Insertions start at the end of the text, so that earlier positions stay
    // valid.
    for (const [at, call] of this.#added.sort(([a], [b]) => b - a))
      text = text.slice(0, at) + call + text.slice(at);
    return text;
  }

  /** Id after the last mark. */
  get next(): number {
    return this.first + this.#marks.length;
  }

  /** Returns the innermost mark around a position, or null at the top level. */
  findMark(place: number): number | null {
    const inside = ({ start, end }: Mark): boolean =>
      start <= place && place < end;
    return this.#marks.findLast(inside)?.id ?? null;
  }

  /** Returns the names that the top-level statement at a position declares. */
  getDeclaredNames(place: number): string[] {
    const statement = this.#source.statements.find(
      (node) => node.getFullStart() <= place && place < node.getEnd(),
    );
    if (!statement) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) =>
        name.getText(),
      );
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.getText()] : [];
  }

  /** Yields the positions of a name in the text. */
  *findName(name: string): Generator<number> {
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

  /** Adds a mark for a node and returns its call. */
  #mark(node: ts.Node): string {
    const [start, end] = [node.getStart(), node.getEnd()];
    const id = this.first + this.#marks.length;
    this.#marks.push({ id, start, end });
    return `(globalThis as any).mark?.(${id})`;
  }
}
