/**
 * Draws a graph of the types that a type refers to, directly or indirectly.
 * Each column contains the types that are one reference further away than the
 * column to its left.
 */
import { h, svg, type Child } from "../base/dom.js";
import { toHash } from "../base/route.js";
import {
  findDeclaration,
  getReferencedTypes,
  type Revision,
} from "../protocol/revision.js";

/**
 * Maximum number of references from the first type to the last column. A larger
 * graph would be unreadable.
 */
const MAX_STEPS = 3;
/** Maximum number of types in the graph. */
const MAX_NAMES = 36;

/**
 * Distance between the rows, height of a box, and gap between the columns, in
 * pixels.
 */
const ROW = 30;
const HEIGHT = 22;
const GAP = 44;
/** Width of a character, and padding around a type name, in pixels. */
const CHARACTER_WIDTH = 7.4;
const PADDING = 16;

interface Box {
  readonly name: string;
  readonly step: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Returns the graph of the types that a type refers to, with a description of
 * the graph in words.
 */
export function typeGraph(revision: Revision, name: string): Child {
  const { steps, edges, left } = collect(revision, name);
  const boxes = placeBoxes(steps);
  const all = [...boxes.values()];
  const width = Math.max(...all.map((box) => box.x + box.width)) + 2;
  const height = Math.max(...steps.map((names) => names.length)) * ROW + 4;
  const words = `${name} refers to ${[...boxes.keys()].slice(1).join(", ")}`;
  return [
    h(
      "div",
      {
        class: "scroll",
        role: "region",
        tabindex: 0,
        "aria-label": `Graph of ${name}`,
      },
      svg(
        "svg",
        {
          viewBox: `0 0 ${width} ${height}`,
          width,
          height,
          class: "graph",
          role: "group",
          "aria-label": words,
        },
        edges.map(([from, to]) => edge(boxes.get(from), boxes.get(to))),
        all.map((box) => node(box, revision, box.name === name)),
      ),
    ),
    left > 0 &&
      h(
        "p",
        { class: "quiet" },
        `The graph leaves out ${left} more ${left === 1 ? "type" : "types"}.`,
      ),
  ];
}

function collect(revision: Revision, root: string) {
  const steps: string[][] = [[root]];
  const seen = new Set([root]);
  const edges: (readonly [string, string])[] = [];
  const leftOut = new Set<string>();
  for (let step = 0; step < MAX_STEPS; step++) {
    const next: string[] = [];
    for (const name of steps[step] ?? []) {
      const declaration = findDeclaration(revision, name);
      for (const part of declaration ? getReferencedTypes(declaration) : []) {
        if (!seen.has(part) && seen.size >= MAX_NAMES) leftOut.add(part);
        else if (!seen.has(part)) {
          seen.add(part);
          next.push(part);
          edges.push([name, part]);
        } else if (next.includes(part)) edges.push([name, part]);
      }
    }
    if (next.length === 0) break;
    steps.push(next);
  }
  return { steps, edges, left: leftOut.size };
}

function placeBoxes(steps: readonly (readonly string[])[]): Map<string, Box> {
  const boxes = new Map<string, Box>();
  let x = 1;
  for (const [step, names] of steps.entries()) {
    const widths = names.map((name) => name.length * CHARACTER_WIDTH + PADDING);
    for (const [index, name] of names.entries())
      boxes.set(name, {
        name,
        step,
        x,
        y: index * ROW + 2,
        width: widths[index] ?? 0,
      });
    x += Math.max(...widths) + GAP;
  }
  return boxes;
}

function node(
  { name, x, y, width }: Box,
  revision: Revision,
  isRoot: boolean,
): Child {
  const box = [
    svg("rect", {
      x,
      y,
      width,
      height: HEIGHT,
      rx: 5,
      class: isRoot ? "box root" : "box",
    }),
    svg("text", { x: x + PADDING / 2, y: y + 15, class: "mono" }, name),
  ];
  if (isRoot) return svg("g", {}, box);
  const href = toHash({ view: "types", revision: revision.name, name });
  return svg("a", { href }, box);
}

function edge(from: Box | undefined, to: Box | undefined): Child {
  if (!from || !to) return null;
  const [x1, y1] = [from.x + from.width, from.y + HEIGHT / 2];
  const [x2, y2] = [to.x, to.y + HEIGHT / 2];
  const middle = x2 - GAP / 2;
  return svg("path", {
    d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
    class: "edge",
  });
}
