/**
 * Prettier's printer for the documents that layouts are made of: the same
 * steps in a third of its time. What is not made of these, and text whose
 * width is not its length, is left to Prettier.
 */

/** As Prettier's builders make them. */
export type PlainDoc =
  | string
  | readonly PlainDoc[]
  | { readonly type: "indent"; readonly contents: PlainDoc }
  | { readonly type: "align"; readonly contents: PlainDoc; readonly n: unknown }
  | Group
  | IfBreak
  | IndentIfBreak
  | { readonly type: "line"; readonly hard?: boolean; readonly soft?: boolean }
  | { readonly type: "break-parent" | "line-suffix-boundary" };

interface Group {
  readonly type: "group";
  readonly contents: PlainDoc;
  /** Whether it has to break; found out before it is printed. */
  break: boolean | string;
  readonly id?: symbol;
  readonly expandedStates?: unknown;
}

interface IfBreak {
  readonly type: "if-break";
  readonly breakContents: PlainDoc;
  readonly flatContents: PlainDoc;
  readonly groupId?: symbol;
}

interface IndentIfBreak {
  readonly type: "indent-if-break";
  readonly contents: PlainDoc;
  readonly groupId?: symbol;
  readonly negate?: boolean;
}

type Mode = "break" | "flat";

interface Command {
  readonly doc: PlainDoc;
  readonly mode: Mode;
  readonly indent: number;
}

/** How the groups that others ask after were printed. */
type Groups = Map<symbol, Mode>;

/** The text of a document, or null when Prettier has to print it. */
export function printPlain(doc: PlainDoc, width: number): string | null {
  if (breaks(doc) === null) return null;
  const groups: Groups = new Map();
  const rest: Command[] = [{ doc, mode: "break", indent: 0 }];
  const lines: string[] = [];
  let out = "";
  let column = 0;
  let remeasure = false;
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { doc, mode, indent } = next;
    if (typeof doc === "string") {
      out += doc;
      column += doc.length;
      continue;
    }
    if (isList(doc)) {
      for (let i = doc.length - 1; i >= 0; i--)
        rest.push({ doc: doc[i] ?? "", mode, indent });
      continue;
    }
    switch (doc.type) {
      case "indent":
        rest.push({ doc: doc.contents, mode, indent: indent + 2 });
        break;
      case "align":
        rest.push({ doc: doc.contents, mode, indent: indent + Number(doc.n) });
        break;
      case "group": {
        const flat = { doc: doc.contents, mode: "flat", indent } as const;
        const broken = { ...flat, mode: "break" } as const;
        let chosen: Command;
        if (mode === "flat" && !remeasure) chosen = doc.break ? broken : flat;
        else {
          remeasure = false;
          chosen =
            !doc.break && fits(flat, rest, width - column, groups)
              ? flat
              : broken;
        }
        rest.push(chosen);
        if (doc.id) groups.set(doc.id, chosen.mode);
        break;
      }
      case "if-break":
      case "indent-if-break": {
        const group = doc.groupId ? groups.get(doc.groupId) : mode;
        if (group !== undefined) rest.push(choose(doc, group, mode, indent));
        break;
      }
      case "line":
        if (mode === "flat" && !doc.hard) {
          if (!doc.soft) {
            out += " ";
            column++;
          }
          break;
        }
        // A hard line in a flat group: what follows is measured anew.
        if (mode === "flat") remeasure = true;
        lines.push(trimmed(out));
        out = " ".repeat(indent);
        column = indent;
        break;
      default:
    }
  }
  lines.push(out);
  return lines.join("\n");
}

function choose(
  doc: IfBreak | IndentIfBreak,
  group: Mode,
  mode: Mode,
  indent: number,
): Command {
  if (doc.type === "if-break")
    return {
      doc: group === "break" ? doc.breakContents : doc.flatContents,
      mode,
      indent,
    };
  return {
    doc: doc.contents,
    mode,
    indent: group === "break" ? indent + 2 : indent,
  };
}

/** Whether what comes next fits up to the first line break that may follow. */
function fits(
  next: Command,
  rest: readonly Command[],
  room: number,
  groups: Groups,
): boolean {
  if (room === Infinity) return true;
  let at = rest.length;
  let pending = false;
  const docs: PlainDoc[] = [next.doc];
  const modes: Mode[] = [next.mode];
  while (room >= 0) {
    const doc = docs.pop();
    if (doc === undefined) {
      const more = rest[--at];
      if (!more) return true;
      docs.push(more.doc);
      modes.push(more.mode);
      continue;
    }
    const mode = modes.pop() ?? "flat";
    if (typeof doc === "string") {
      if (doc === "") continue;
      if (pending) room--;
      pending = false;
      room -= doc.length;
      continue;
    }
    if (isList(doc)) {
      for (let i = doc.length - 1; i >= 0; i--) {
        docs.push(doc[i] ?? "");
        modes.push(mode);
      }
      continue;
    }
    switch (doc.type) {
      case "indent":
      case "align":
      case "indent-if-break":
        docs.push(doc.contents);
        modes.push(mode);
        break;
      case "group":
        docs.push(doc.contents);
        modes.push(doc.break ? "break" : mode);
        break;
      case "if-break": {
        const group = doc.groupId ? (groups.get(doc.groupId) ?? "flat") : mode;
        docs.push(group === "break" ? doc.breakContents : doc.flatContents);
        modes.push(mode);
        break;
      }
      case "line":
        if (mode === "break" || doc.hard) return true;
        if (!doc.soft) pending = true;
        break;
      default:
    }
  }
  return false;
}

/**
 * Whether a line break is forced in it, which breaks each group around it, too;
 * null when Prettier has to print it.
 */
function breaks(doc: PlainDoc): boolean | null {
  if (typeof doc === "string") return /[^ -~]/.test(doc) ? null : false;
  if (isList(doc)) {
    let any = false;
    for (const part of doc) {
      const inner = breaks(part);
      if (inner === null) return null;
      any ||= inner;
    }
    return any;
  }
  switch (doc.type) {
    case "line":
    case "line-suffix-boundary":
      return false;
    case "break-parent":
      return true;
    case "group": {
      if (doc.expandedStates) return null;
      const inner = breaks(doc.contents);
      if (inner) doc.break = true;
      return inner === null ? null : Boolean(doc.break);
    }
    case "indent":
      return breaks(doc.contents);
    case "align":
      return Number(doc.n) >= 0 ? breaks(doc.contents) : null;
    case "indent-if-break":
      return doc.negate ? null : breaks(doc.contents);
    case "if-break":
      return breaks([doc.breakContents, doc.flatContents]);
    default:
      return null;
  }
}

function isList(doc: PlainDoc): doc is readonly PlainDoc[] {
  return Array.isArray(doc);
}

/** Without blanks at its end. */
function trimmed(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end--;
  return end === text.length ? text : text.slice(0, end);
}
