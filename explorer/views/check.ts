/** View that checks a pasted message or log. */
import type { Side } from "../../generator/emit/context.js";
import type { Fault } from "../../generator/validate/fault.js";
import { h, replace, type Child } from "../base/dom.js";
import { jsonView } from "../base/json.js";
import { outside } from "../base/markdown.js";
import { toHash } from "../base/route.js";
import {
  checkText,
  type LineFaults,
  type CheckResult,
} from "../judge/judge.js";
import { methodLink } from "../protocol/code.js";
import {
  REVISIONS,
  findRevision,
  type Revision,
} from "../protocol/revision.js";
import { counted, type View } from "./view.js";

/**
 * Maximum number of lines with problems to show. Further lines with problems
 * are only counted.
 */
const MAX_SHOWN = 100;

/** Debounce time for typing, in milliseconds. */
const PAUSE = 150;

/**
 * Text that the user pasted. It is kept when the user chooses another revision.
 */
let pasted = "";
let sender: Side | undefined;

const EXAMPLE = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}
{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text"}]}}
{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"loud","data":1}}`;

export function checkView(revision: Revision): View {
  const output = h("div", { class: "judged" });
  const status = h("p", { class: "status", role: "status" });
  const area = h("textarea", {
    id: "pasted",
    rows: 10,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "A message, a JSON array of messages, JSON lines, or a log",
    oninput: () => {
      pasted = area.value;
      clearTimeout(timer);
      timer = window.setTimeout(run, PAUSE);
    },
  });
  let timer = 0;
  area.value = pasted;
  const run = (): void => {
    if (pasted.trim() === "") {
      replace(status, "Paste a message to check it.");
      replace(output);
      return;
    }
    const verdict = checkText(pasted, revision, sender);
    replace(status, renderSummary(verdict, revision));
    replace(output, faults(verdict, revision));
  };
  run();
  return {
    title: "Check a message",
    content: [
      h(
        "p",
        { class: "lead" },
        "Checks messages with the generated validators of the revision. The pasted text stays in this page.",
      ),
      h(
        "form",
        { class: "chooser" },
        h("label", { for: "judged-by" }, "Revision"),
        revisionChooser(revision),
        h("label", { for: "sent-by" }, "Sent by"),
        senderChooser(run),
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              area.value = pasted = EXAMPLE;
              run();
            },
          },
          "Paste an example",
        ),
      ),
      h("label", { for: "pasted", class: "hidden" }, "Messages"),
      area,
      status,
      output,
    ],
  };
}

function revisionChooser({ name }: Revision): HTMLElement {
  const select = h(
    "select",
    {
      id: "judged-by",
      onchange: () => {
        location.hash = toHash({ view: "check", revision: select.value });
      },
    },
    REVISIONS.map((revision) =>
      h(
        "option",
        { value: revision.name, selected: revision.name === name },
        revision.name,
      ),
    ),
  );
  return select;
}

function senderChooser(run: () => void): HTMLElement {
  const select = h(
    "select",
    {
      id: "sent-by",
      onchange: () => {
        sender = select.value === "" ? undefined : (select.value as Side);
        run();
      },
    },
    [
      ["", "either side"],
      ["client", "client"],
      ["server", "server"],
    ].map(([value, text]) =>
      h("option", { value, selected: value === (sender ?? "") }, text),
    ),
  );
  return select;
}

function renderSummary(
  { summary, judged, speaks }: CheckResult,
  { name }: Revision,
): Child {
  const { messages, faults: count, remarks } = summary;
  const other = speaks === null ? undefined : findRevision(speaks);
  return [
    h(
      "strong",
      { class: count === 0 ? "good" : "bad" },
      messages === 0 && count === 0
        ? "No message found"
        : count === 0
          ? `✓ No faults in ${name}`
          : `${counted(count, "fault")} on ${counted(judged.length, "line")} in ${name}`,
    ),
    `: ${counted(messages, "message")}`,
    remarks > 0 && `, ${counted(remarks, "line")} without a message`,
    ".",
    speaks !== null && ` The messages use version ${speaks}. `,
    other &&
      h(
        "a",
        { href: toHash({ view: "check", revision: other.name }) },
        "Check the messages with that version",
      ),
  ];
}

function faults({ judged }: CheckResult, revision: Revision): Child {
  const left = judged.length - MAX_SHOWN;
  return [
    judged.slice(0, MAX_SHOWN).map((faulty) => line(faulty, revision)),
    left > 0 &&
      h("p", { class: "quiet" }, `${counted(left, "more line")} with faults.`),
  ];
}

function line(
  { line: number, message, text, faults: all }: LineFaults,
  revision: Revision,
): HTMLElement {
  const [first] = all;
  return h(
    "section",
    { class: "sample", "aria-label": `Line ${number}` },
    h("h2", {}, `Line ${number}`, first && [": ", what(first, revision)]),
    h("ul", { class: "verdict bad" }, all.slice(0, 50).map(faultItem)),
    message === undefined
      ? h("pre", { class: "json", tabindex: 0 }, text.slice(0, 2_000))
      : jsonView(
          message,
          all.map(({ path }) => path),
        ),
  );
}

function what(
  { method, kind, sender: from }: Fault,
  revision: Revision,
): Child {
  const known = revision.methods.some(
    (candidate) => candidate.method === method,
  );
  return [
    method !== null && [
      known ? methodLink(method, revision) : h("code", {}, method),
      " ",
    ],
    method !== null && kind === "response" ? "result" : kind,
    from !== null && ` from the ${from}`,
  ];
}

function faultItem({ pointer, message, section }: Fault): HTMLElement {
  return h(
    "li",
    {},
    pointer !== "" && [h("code", { dir: "ltr" }, pointer), ": "],
    message,
    section !== null && [" ", outside("Specification", section)],
  );
}
