/**
 * Inserts marks into source code: calls that record which tests run the code.
 * Coverage by V8 cannot be used, because tests run the runtime inside bundled
 * generated code, at other positions.
 */
import { ts } from "ts-morph";
import { isOnlyType, parseSource } from "./mutations.js";

/**
 * Range of a source file, such as a block. At its start, a mark is inserted: a
 * call that records that the range was run.
 */
interface Mark {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** Source file with its marks: inserted calls that record which code runs. */
export class MarkedFile {
  readonly text: string;
  readonly #marks: Mark[] = [];
  /** Inserted texts and their positions in the original text. */
  readonly #added: (readonly [at: number, text: string])[] = [];
  readonly #source: ts.SourceFile;

  /** @param first Id of the first mark (inserted call) of this file. */
  constructor(
    file: string,
    text: string,
    readonly first: number,
  ) {
    this.text = text;
    this.#source = parseSource(file, text);
    this.#visit(this.#source);
  }

  /**
   * Source text with the inserted calls. Each call records that the code of its
   * range was run.
   */
  get marked(): string {
    let { text } = this;
    // Texts are inserted from the end to the start, so that earlier positions
    // stay valid.
    for (const [at, call] of this.#added.sort(([a], [b]) => b - a))
      text = text.slice(0, at) + call + text.slice(at);
    return text;
  }

  /**
   * First free id after the ids of this file's marks. The marks of the next
   * file start with this id.
   */
  get next(): number {
    return this.first + this.#marks.length;
  }

  /**
   * Returns the id of the mark (inserted call) of the innermost range (such as
   * a block) that contains a position. Returns null for a position at the top
   * level of the file.
   */
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

  /** Yields every position of a name in the source text. */
  *findName(name: string): Generator<number> {
    const pattern = new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g");
    for (const { index } of this.text.matchAll(pattern)) yield index;
  }

  #visit(node: ts.Node): void {
    if (isOnlyType(node)) return;
    if (ts.isBlock(node)) {
      this.#added.push([
        node.getStart() + 1,
        `${this.#mark(node, getFunction(node))};`,
      ]);
    } else if (ts.isCaseOrDefaultClause(node) && node.statements[0]) {
      const first = node.statements[0].getStart();
      this.#added.push([first, `${this.#mark(node)};`]);
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const { body } = node;
      this.#added.push([body.getStart(), `(${this.#mark(body, node)}, `]);
      this.#added.push([body.getEnd(), ")"]);
    }
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  /**
   * Adds a mark that records whether the code of a syntax node runs. Returns
   * the text of the call to insert.
   *
   * @param whole Function with the node as its body. The range includes the
   *   parameters, because their default values run together with the body.
   */
  #mark(node: ts.Node, whole: ts.Node = node): string {
    const [start, end] = [whole.getStart(), node.getEnd()];
    const id = this.first + this.#marks.length;
    this.#marks.push({ id, start, end });
    return `(globalThis as any).mark?.(${id})`;
  }
}

/**
 * Returns the function whose body is the given block, or the block itself if it
 * is not the body of a function.
 */
function getFunction(block: ts.Block): ts.Node {
  return ts.isFunctionLike(block.parent) ? block.parent : block;
}
