/** URI templates of RFC 6570, with all four levels of expressions. */

/** Value of a template variable: a string, a list or an associative array. */
export type TemplateValue =
  string | readonly string[] | { readonly [name: string]: string };

/** Values of template variables by name. */
export interface TemplateValues {
  readonly [name: string]: TemplateValue | undefined;
}

/** Variable in an expression of a URI template. */
export interface Variable {
  readonly name: string;
  /** Whether the variable has the modifier `*` (explode). */
  readonly explode: boolean;
  /**
   * Maximum number of characters of the value, from a modifier such as `:3`.
   */
  readonly prefix: number | undefined;
}

/** Expression of a URI template in braces, such as `{?list*,name:3}`. */
export interface Expression {
  readonly operator: string;
  readonly variables: readonly Variable[];
}

export type TemplatePart = string | Expression;

/**
 * Output format of an operator (RFC 6570, appendix A). `first` is written
 * before the first value, and `separator` between values. If `named` is set,
 * the names of the variables are written, and `empty` follows a name with an
 * empty value. If `reserved` is set, reserved characters are not encoded.
 */
type Style = readonly [
  first: string,
  separator: string,
  named: boolean,
  empty: string,
  reserved: boolean,
];

const STYLES: { readonly [operator: string]: Style } = {
  "": ["", ",", false, "", false],
  "+": ["", ",", false, "", true],
  "#": ["#", ",", false, "", true],
  ".": [".", ".", false, "", false],
  "/": ["/", "/", false, "", false],
  ";": [";", ";", true, "", false],
  "?": ["?", "&", true, "=", false],
  "&": ["&", "&", true, "=", false],
};

/** URI template that is parsed once and can be expanded many times. */
export class UriTemplate {
  readonly text: string;
  readonly parts: readonly TemplatePart[];

  /** @throws TypeError if the text is not a valid URI template (RFC 6570). */
  constructor(text: string) {
    this.text = text;
    this.parts = parseTemplate(text);
  }

  get names(): string[] {
    return this.parts.flatMap((part) =>
      typeof part === "string" ? [] : part.variables.map(({ name }) => name),
    );
  }

  /**
   * Returns the URI that results if the variables have these values. Variables
   * without a value are omitted.
   */
  expand(values: TemplateValues): string {
    return this.parts
      .map((part) =>
        typeof part === "string"
          ? percentEncode(part, true)
          : expandExpression(part, values),
      )
      .join("");
  }
}

const EXPRESSION = /^([+#./;?&]?)([^+#./;?&=,!@|].*)$/;
const TEMPLATE_VARIABLE =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(\*|:[1-9]\d{0,3})?$/;

function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (const piece of text.split(/(\{[^{}]*\})/)) {
    if (piece === "") continue;
    if (!piece.startsWith("{")) {
      if (/[{}]/.test(piece))
        throw new TypeError(`Unbalanced braces in the URI template ${text}`);
      parts.push(piece);
      continue;
    }
    const [, operator, list] = EXPRESSION.exec(piece.slice(1, -1)) ?? [];
    if (operator === undefined || list === undefined) {
      throw new TypeError(
        `Invalid expression ${piece} in the URI template ${text}`,
      );
    }
    const variables = list.split(",").map((variable) => {
      const [, name, modifier] = TEMPLATE_VARIABLE.exec(variable) ?? [];
      if (name === undefined) {
        throw new TypeError(
          `Invalid variable ${variable} in the URI template ${text}`,
        );
      }
      const prefix = modifier?.startsWith(":")
        ? Number(modifier.slice(1))
        : undefined;
      return { name, explode: modifier === "*", prefix };
    });
    parts.push({ operator, variables });
  }
  return parts;
}

function expandExpression(part: Expression, values: TemplateValues): string {
  const style = STYLES[part.operator] as Style;
  const pieces = part.variables.flatMap((variable) => {
    const value = Object.hasOwn(values, variable.name)
      ? values[variable.name]
      : undefined;
    const text =
      value === undefined ? null : expandVariable(variable, value, style);
    return text === null ? [] : [text];
  });
  return pieces.length === 0 ? "" : style[0] + pieces.join(style[1]);
}

function expandVariable(
  { name, explode, prefix }: Variable,
  value: TemplateValue,
  [, separator, isNamed, empty, reserved]: Style,
): string | null {
  const write = (text: string): string => percentEncode(text, reserved);
  const named = (key: string, text: string): string =>
    !isNamed ? text : text === "" ? key + empty : `${key}=${text}`;
  if (typeof value === "string") {
    const cut =
      prefix === undefined ? value : [...value].slice(0, prefix).join("");
    return named(name, write(cut));
  }
  if (prefix !== undefined) {
    throw new TypeError(
      `${name} must be a string, because the template cuts its length`,
    );
  }
  const list = Array.isArray(value);
  const entries = Object.entries(value as { readonly [key: string]: string });
  if (entries.length === 0) return null;
  if (!explode) {
    const flat = entries.flatMap(([key, item]) =>
      list ? [write(item)] : [write(key), write(item)],
    );
    return named(name, flat.join(","));
  }
  return entries
    .map(([key, item]) => {
      if (list) return named(name, write(item));
      return `${write(key)}=${write(item)}`;
    })
    .join(separator);
}

const UNRESERVED = /[A-Za-z0-9\-._~]/;
const RESERVED = /[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/;

/**
 * Percent-encodes a text. If `reserved` is set, reserved characters and
 * existing percent-encoded bytes are not encoded.
 */
export function percentEncode(text: string, reserved: boolean): string {
  const plain = reserved ? RESERVED : UNRESERVED;
  const units = text.match(/%[0-9A-Fa-f]{2}|[^]/gu) ?? [];
  return units
    .map((unit) => {
      if (unit.length === 3 && unit.startsWith("%")) {
        return reserved ? unit : `%25${unit.slice(1)}`;
      }
      return plain.test(unit) ? unit : encodeUnit(unit);
    })
    .join("");
}

function encodeUnit(unit: string): string {
  return Array.from(
    new TextEncoder().encode(unit),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}
