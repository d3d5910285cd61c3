/** The `PROTOCOLS` constant: what the runtime knows of several revisions. */
import type { LaterFacts } from "../../model/history/newer-values.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { protocolMembers } from "../protocol/protocol-constant.js";
import { offers, type EmitContext } from "../context.js";
import { NOTHING_LATER } from "../protocol/newer-values.js";
import { arrayLayout, objectLayout } from "../print/object-layout.js";
import { braced, hardline, print, type Layout } from "../print/layout.js";
import {
  notificationsOf,
  peerOf,
  requestsOf,
  type Side,
} from "../protocol/protocol-facts.js";
import { objectKey, quote } from "../print/syntax.js";
import { formOf, type Form } from "./forms.js";
import { folderOf, namespaceOf } from "../assemble/revision-names.js";
import { outgoingOf, rulesLayout, type Check } from "../protocol/rules.js";

/** `PROTOCOL`, or `PROTOCOLS` with the revisions newest first, for one side. */
export function sideConstant(
  context: EmitContext,
  side: Side,
): { readonly name: string; readonly text: string } {
  const { model, combined, later = NOTHING_LATER, laters } = context;
  const sse = offers(context, side, "sse");
  if (!combined) {
    const surroundings = { version: "PROTOCOL_VERSION", place: "", later, sse };
    const members = protocolMembers(model, side, surroundings);
    const layout = objectLayout(members);
    const text = print(["const PROTOCOL: Protocol = ", layout, ";"]);
    return { name: "PROTOCOL", text };
  }
  const eras = combined.map((one) => {
    const later = laters?.[folderOf(one)] ?? NOTHING_LATER;
    return [eraLayout(one, combined, side, { later, sse }), ","];
  });
  const text = print([
    "/** The revisions that are spoken, newest first. */",
    hardline,
    ["const PROTOCOLS: Eras = ", braced(eras, ["[", "]"]), ";"],
  ]);
  return { name: "PROTOCOLS", text };
}

function eraLayout(
  model: ProtocolModel,
  models: readonly ProtocolModel[],
  side: Side,
  given: { readonly later: LaterFacts; readonly sse: boolean },
): Layout {
  const others = models.filter((one) => one !== model);
  const place = `${namespaceOf(model)}.`;
  const version = quote(model.protocolVersion ?? "");
  const members = protocolMembers(model, side, {
    version,
    place,
    ...given,
  });
  const received = requestsOf(model, peerOf(side));
  const sent = [...requestsOf(model, side), ...notificationsOf(model, side)];
  const outgoing = outgoingOf(model, side);
  const checks = (of: readonly Check[]) =>
    // What is given in the words of the newest needs no second look there.
    rulesLayout(model, model === models[0] ? [] : of, place);
  return objectLayout([
    ...members,
    [
      "forms",
      objectLayout([
        [
          "results",
          formsLayout(received, (one) => formOf(model, one, "result", others)),
        ],
        [
          "params",
          formsLayout(sent, (one) => formOf(model, one, "params", others)),
        ],
      ]),
    ],
    [
      "outgoing",
      objectLayout([
        ["results", checks(outgoing.results)],
        ["messages", checks(outgoing.messages)],
      ]),
    ],
  ]);
}

/** Forms by the method that they are for. */
function formsLayout(
  methods: readonly Method[],
  form: (method: Method) => Form | null,
): Layout {
  const forms = methods.map((one) => [one.method, form(one)] as const);
  return valueLayout(Object.fromEntries(forms.filter(([, one]) => one)));
}

/** A string, `true`, strings, or an object of these. */
function valueLayout(value: unknown): Layout {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return arrayLayout(value.map(String).map(quote));
  if (typeof value !== "object" || value === null) return String(value);
  return objectLayout(
    Object.entries(value).map(([name, one]) => [
      objectKey(name),
      valueLayout(one),
    ]),
  );
}
