/**
 * Draws the messages between client and server as a sequence diagram with two
 * lifelines.
 */
import { svg, type Child } from "../base/dom.js";
import { toHash } from "../base/route.js";
import type { Scene, Step } from "../protocol/conversation.js";
import { findDeclaration, type Revision } from "../protocol/revision.js";

/**
 * Width of the sequence diagram in pixels. The diagram fits on a small screen.
 */
const WIDTH = 328;
/** Horizontal positions of the two lifelines, in pixels. */
const CLIENT = 42;
const SERVER = WIDTH - CLIENT;
/** Start of the first message and height of a message, in pixels. */
const TOP = 40;
const MESSAGE_HEIGHT = 46;
/** Line height of a note in pixels, and maximum characters per line. */
const NOTE_HEIGHT = 15;
const NOTE_LENGTH = 46;

export function sequence(
  { id, title, steps }: Scene,
  revision: Revision,
): SVGElement {
  let y = TOP;
  const drawn = steps.map((step) => {
    if ("from" in step)
      return drawMessage(step, (y += MESSAGE_HEIGHT), id, revision);
    y += NOTE_HEIGHT;
    return wrapText(step.note).map((line) =>
      drawNote(line, (y += NOTE_HEIGHT)),
    );
  });
  const height = y + 24;
  const marker = `arrow-${id}`;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
      class: "sequence",
      role: "group",
      "aria-label": title,
    },
    svg(
      "defs",
      {},
      svg(
        "marker",
        {
          id: marker,
          viewBox: "0 0 10 10",
          refX: 9,
          refY: 5,
          markerWidth: 8,
          markerHeight: 8,
          orient: "auto-start-reverse",
        },
        svg("path", { d: "M0 0L10 5L0 10z", class: "head" }),
      ),
    ),
    drawLifeline(CLIENT, "client", height),
    drawLifeline(SERVER, "server", height),
    drawn,
  );
}

function drawLifeline(x: number, name: string, height: number): Child {
  return [
    svg("line", { x1: x, y1: TOP - 6, x2: x, y2: height - 4, class: "life" }),
    svg("rect", {
      x: x - 40,
      y: 6,
      width: 80,
      height: 28,
      rx: 6,
      class: "box",
    }),
    svg("text", { x, y: 24, class: "peer" }, name),
  ];
}

function drawNote(text: string, y: number): Child {
  return svg("text", { x: WIDTH / 2, y: y - 8, class: "note" }, text);
}

/** Splits a text into lines that fit into the sequence diagram. */
function wrapText(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || longer.length > NOTE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function drawMessage(
  { from, kind, text, detail }: Exclude<Step, { note: string }>,
  y: number,
  id: string,
  revision: Revision,
): Child {
  const [x1, x2] =
    from === "client" ? [CLIENT + 2, SERVER - 3] : [SERVER - 2, CLIENT + 3];
  const to = from === "client" ? "server" : "client";
  const isAnswer = kind === "answer";
  const known = !isAnswer || findDeclaration(revision, text) !== undefined;
  const view = isAnswer ? "types" : "methods";
  const label = svg(
    "text",
    { x: WIDTH / 2, y: y - 20, class: "mono label" },
    text,
  );
  const words = `${from} to ${to}, ${kind}: ${text}`;
  return svg(
    "g",
    { class: kind },
    known
      ? svg(
          "a",
          {
            href: toHash({ view, revision: revision.name, name: text }),
            "aria-label": words,
          },
          label,
        )
      : label,
    svg("line", {
      x1,
      y1: y - 12,
      x2,
      y2: y - 12,
      class: "wire",
      "marker-end": `url(#arrow-${id})`,
    }),
    detail !== "" &&
      svg("text", { x: WIDTH / 2, y: y + 2, class: "detail" }, detail),
  );
}
