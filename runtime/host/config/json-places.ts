/**
 * JSON parser that records the position of each value. The positions are used
 * in messages about a configuration file.
 */

/** Position in a text. Lines and columns start at 1. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
}

export interface JsonWithPositions {
  readonly value: unknown;
  /**
   * Returns the position of the value at a path. If the value does not exist,
   * returns the position of its nearest existing ancestor.
   */
  getPosition(path: readonly (string | number)[]): JsonPosition;
  /**
   * Paths of object members whose name occurs more than once in their object.
   * Always empty if comments are not allowed, because the parser then rejects a
   * repeated name.
   */
  readonly repeated: readonly (readonly (string | number)[])[];
}

/** Error thrown for a text that is not valid JSON. */
export class JsonSyntaxError extends Error {
  override readonly name: string = "JsonSyntaxError";
  readonly position: JsonPosition;

  constructor(message: string, position: JsonPosition) {
    super(message);
    this.position = position;
  }
}

const MAX_FILE_DEPTH = 100;

/**
 * Parses JSON. If `comments` is set, parses JSONC as editors write it: comments
 * and trailing commas are allowed, and if several members have the same name,
 * the last one is used.
 *
 * @throws JsonSyntaxError with the position of the first syntax error.
 */
export function parseJsonWithPositions(
  text: string,
  comments = false,
): JsonWithPositions {
  const reader = new PositionReader(text.replace(/^\uFEFF/, ""), comments);
  const value = reader.parse();
  return {
    value,
    repeated: reader.repeated,
    getPosition(path) {
      for (let length = path.length; length > 0; length--) {
        const at = reader.offsets.get(JSON.stringify(path.slice(0, length)));
        if (at !== undefined) return reader.positionAt(at);
      }
      return reader.positionAt(0);
    },
  };
}

const JSON_TOKEN =
  /[{}[\],:]|"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Regular expressions for the white space of JSON and for the white space and
 * comments of JSONC.
 */
const WHITE_SPACE = /[ \t\r\n]*/y;
const WHITE_SPACE_AND_COMMENTS = /(?:[ \t\r\n]+|\/\/.*|\/\*[^]*?\*\/)*/y;

class PositionReader {
  readonly offsets: Map<string, number> = new Map();
  readonly repeated: (readonly (string | number)[])[] = [];
  readonly #text: string;
  readonly #comments: boolean;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string, comments: boolean) {
    this.#text = text;
    this.#comments = comments;
  }

  positionAt(offset: number): JsonPosition {
    const before = this.#text.slice(0, offset).split("\n");
    return {
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  }

  parse(): unknown {
    const value = this.#value(this.#next());
    this.#skip();
    if (this.#at < this.#text.length) this.#fail("the end of the text");
    return value;
  }

  #value(token: string): unknown {
    if (this.#path.length > MAX_FILE_DEPTH)
      this.#fail(`at most ${MAX_FILE_DEPTH} levels of nesting`);
    const start = this.#at - token.length;
    this.offsets.set(JSON.stringify(this.#path), start);
    if (token === "{") return this.#object();
    if (token === "[") return this.#array();
    if (/^[}\],:]$/.test(token)) this.#fail("a value", token);
    return this.#scalar(token);
  }

  #scalar(token: string): unknown {
    try {
      return JSON.parse(token) as unknown;
    } catch {
      return this.#fail("a value", token);
    }
  }

  #object(): object {
    const entries: [string, unknown][] = [];
    const names = new Set<string>();
    for (let token = this.#next(); token !== "}"; token = this.#next()) {
      if (entries.length > 0) {
        if (token !== ",") this.#fail("a comma or }", token);
        token = this.#next();
        if (this.#comments && token === "}") break;
      }
      if (!token.startsWith('"')) this.#fail("a name in quotes", token);
      const name = this.#scalar(token) as string;
      if (names.has(name)) {
        if (!this.#comments) this.#fail(`${token} only once`, token);
        this.repeated.push([...this.#path, name]);
      }
      names.add(name);
      const colon = this.#next();
      if (colon !== ":") this.#fail("a colon", colon);
      entries.push([name, this.#within(name)]);
    }
    // `Object.fromEntries` creates own properties. Therefore a member named
    // `__proto__` does not change the prototype.
    return Object.fromEntries(entries) as object;
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    let token = this.#next();
    while (token !== "]") {
      if (items.length > 0) {
        if (token !== ",") this.#fail("a comma or ]", token);
        token = this.#next();
        if (this.#comments && token === "]") break;
      }
      this.#path.push(items.length);
      items.push(this.#value(token));
      this.#path.pop();
      token = this.#next();
    }
    return items;
  }

  #within(name: string): unknown {
    this.#path.push(name);
    const value = this.#value(this.#next());
    this.#path.pop();
    return value;
  }

  #skip(): void {
    const space = this.#comments ? WHITE_SPACE_AND_COMMENTS : WHITE_SPACE;
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = space.lastIndex;
  }

  #next(): string {
    this.#skip();
    JSON_TOKEN.lastIndex = this.#at;
    const token = JSON_TOKEN.exec(this.#text)?.[0];
    if (token === undefined) return this.#fail("JSON");
    this.#at += token.length;
    return token;
  }

  #fail(expected: string, token = ""): never {
    const at = this.#at - token.length;
    const character = this.#text[at];
    const shown =
      character === undefined ? "the end" : JSON.stringify(character);
    throw new JsonSyntaxError(
      `expected ${expected}, got ${shown}`,
      this.positionAt(at),
    );
  }
}
