import type { Change, ChangeKind } from "./change.js";
import {
  breaksText,
  NO_DIFFERENCE,
  pathInside,
  sectionsOf,
  summaryOf,
} from "./sections.js";
import type { Section } from "./sections.js";

const WIDTH = 80;
const MAX_LINES = 4;

const MARKS: Readonly<Record<ChangeKind, string>> = {
  added: "+",
  removed: "-",
  renamed: ">",
  "made optional": "~",
  "made required": "~",
  widened: "~",
  narrowed: "~",
  changed: "~",
  deprecated: "x",
  "no longer deprecated": "o",
};

/** What a line says, which a terminal can show by a colour. */
type Tone = "title" | "added" | "removed" | "breaks" | "plain";

type Paint = (tone: Tone, line: string) => string;

const COLOURS: Readonly<Record<Tone, number | null>> = {
  title: 1,
  added: 32,
  removed: 31,
  breaks: 33,
  plain: null,
};

/** Changes as a picture of at most 80 columns. */
export function diffText(
  changes: readonly Change[],
  { from, to }: { readonly from: string; readonly to: string },
  colour: boolean,
): string {
  if (changes.length === 0) return `${NO_DIFFERENCE}\n`;
  const paint: Paint = (tone, line) =>
    colour && COLOURS[tone] !== null
      ? `\x1b[${COLOURS[tone]}m${line}\x1b[0m`
      : line;
  const lines = [paint("title", `${from} -> ${to}`), summaryOf(changes)];
  for (const section of sectionsOf(changes)) {
    lines.push("", paint("title", section.title));
    lines.push(
      ...(section.subject === "type"
        ? typeLines(section, paint)
        : bodyLines(section, paint)),
    );
  }
  lines.push(
    "",
    "+ added  - removed  > likely renamed  ~ changed  x deprecated",
    "! breaks an older client or server that meets a newer peer",
  );
  return `${lines.join("\n")}\n`;
}

function bodyLines({ subject, groups }: Section, paint: Paint): string[] {
  const nested = subject === "member" || subject === "capability";
  return groups.flatMap(({ of, changes }) =>
    nested
      ? [
          `  ${of}`,
          ...changes.flatMap((change) => changeLines(change, 4, paint)),
        ]
      : changes.flatMap((change) => changeLines(change, 2, paint)),
  );
}

function changeLines(change: Change, indent: number, paint: Paint): string[] {
  const pad = " ".repeat(indent);
  const under = " ".repeat(indent + 4);
  const { kind, before, after } = change;
  const inside = pathInside(change);
  const name = inside || change.path;
  const mark = `${pad}${MARKS[kind]} `;
  const lines: string[] = [];
  if (kind === "added" || kind === "removed") {
    const text = (kind === "added" ? after : before) ?? "";
    lines.push(
      ...fold(headline(change, name, text), mark, under).map((line) =>
        paint(kind, line),
      ),
    );
  } else if (kind === "deprecated" || kind === "no longer deprecated") {
    lines.push(
      cut(`${mark}${name}${kind === "deprecated" ? "" : `: ${kind}`}`),
    );
  } else {
    const word = kind === "renamed" ? "likely renamed" : kind;
    lines.push(cut(`${mark}${name}: ${word}`));
    const side = (tone: "removed" | "added", text: string | null): string[] =>
      text === null
        ? []
        : fold(text, `${under}${MARKS[tone]} `, `${under}  `).map((line) =>
            paint(tone, line),
          );
    lines.push(...side("removed", before), ...side("added", after));
  }
  const broken = breaksText(change.breaks);
  if (broken)
    lines.push(
      ...wrap(`! older ${broken}: ${change.why}`, under, `${under}  `).map(
        (line) => paint("breaks", line),
      ),
    );
  return lines;
}

/** Members have their name in their text, but only the last part of it. */
function headline(
  { subject, path }: Change,
  name: string,
  text: string,
): string {
  // What answers the request is for the other formats, which have room.
  if (subject === "method")
    return `${name.padEnd(36)} ${text.replace(/ -> .*/, "")}`;
  if (subject === "constant") return text;
  const quoted = /\["[^]*"\]$/.exec(name);
  if (quoted) return `${name.slice(0, quoted.index)}.${text}`;
  const last = /(?:^|\.)([^.[\]]+)$/.exec(path)?.[1];
  const parent = last && name.endsWith(last) ? name.slice(0, -last.length) : "";
  return last && text.startsWith(last) ? `${parent}${text}` : `${name} ${text}`;
}

/** Types by what became of them: many names, which say little of the wire. */
function typeLines({ groups }: Section, paint: Paint): string[] {
  const all = groups.flatMap(({ changes }) => changes);
  return (Object.keys(MARKS) as ChangeKind[]).flatMap((kind) => {
    const names = all
      .filter((change) => change.kind === kind)
      .map(({ path, before }) =>
        kind === "renamed" ? `${before} -> ${path}` : path,
      );
    return names.length === 0
      ? []
      : wrap(names.join(", "), `  ${MARKS[kind]} `, "    ").map((line) =>
          paint(kind === "added" || kind === "removed" ? kind : "plain", line),
        );
  });
}

function wrap(text: string, first: string, next: string): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      [line, empty] = [next, true];
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}

/** The same for types, which can be long: no more than a few lines of them. */
function fold(text: string, first: string, next: string): string[] {
  const lines = wrap(text, first, next).map(cut);
  if (lines.length <= MAX_LINES) return lines;
  const last = lines[MAX_LINES - 1] ?? "";
  return [...lines.slice(0, MAX_LINES - 1), `${last.slice(0, WIDTH - 4)} ...`];
}

function cut(line: string): string {
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 3)}...` : line;
}
