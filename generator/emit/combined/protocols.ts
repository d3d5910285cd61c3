/** The `PROTOCOLS` constant: what the runtime knows of several revisions. */
import type { Method, ProtocolModel } from "../../model/types.js";
import { protocolMembers } from "../protocol/protocol-constant.js";
import type { EmitContext } from "../context.js";
import { objectLayout, valueLayout } from "../print/object-layout.js";
import { braced, hardline, print, type Layout } from "../print/layout.js";
import {
  notificationsOf,
  peerOf,
  requestsOf,
  type Side,
} from "../protocol/protocol-facts.js";
import { objectKey } from "../print/syntax.js";
import { formOf, type Form } from "./forms.js";
import { namespaceOf } from "../assemble/revision-names.js";
import { outgoingOf, ruleLayouts, type Check } from "../protocol/rules.js";

/** `PROTOCOL`, or `PROTOCOLS` with the revisions newest first, for one side. */
export function sideConstant(
  context: EmitContext,
  side: Side,
): { readonly name: string; readonly text: string } {
  const { model, combined } = context;
  if (!combined) {
    const layout = objectLayout(protocolMembers(context, model, side));
    const text = print(["const PROTOCOL: Protocol = ", layout, ";"]);
    return { name: "PROTOCOL", text };
  }
  const eras = combined.map((one) => [
    eraLayout(context, one, combined, side),
    ",",
  ]);
  const text = print([
    "/** The revisions that are spoken, newest first. */",
    hardline,
    ["const PROTOCOLS: Eras = ", braced(eras, ["[", "]"]), ";"],
  ]);
  return { name: "PROTOCOLS", text };
}

function eraLayout(
  context: EmitContext,
  model: ProtocolModel,
  models: readonly ProtocolModel[],
  side: Side,
): Layout {
  const others = models.filter((one) => one !== model);
  const place = `${namespaceOf(model)}.`;
  const received = requestsOf(model, peerOf(side));
  const sent = [...requestsOf(model, side), ...notificationsOf(model, side)];
  const outgoing = outgoingOf(model, side);
  const checks = (of: readonly Check[]) =>
    // What is given in the words of the newest needs no second look there.
    objectLayout(
      [...ruleLayouts(model === models[0] ? [] : of, place)].map(
        ([method, rule]) => [objectKey(method), rule],
      ),
    );
  return objectLayout([
    ...protocolMembers(context, model, side),
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
