/**
 * `PROTOCOL` of one revision, or `PROTOCOLS` of a multi-version server or
 * client.
 */
import type { Method, ProtocolModel } from "../../model/types.js";
import { protocolMembers } from "../protocol/protocol-constant.js";
import type { EmitContext, Side } from "../context.js";
import { objectLayout, valueLayout } from "../print/object-layout.js";
import { braced, hardline, print, type Layout } from "../print/layout.js";
import {
  notificationsOf,
  peerOf,
  requestsOf,
} from "../facts/protocol-facts.js";
import { objectKey } from "../print/syntax.js";
import { formOf, type Form } from "./downgrade-table.js";
import { namespaceOf } from "../facts/revision-names.js";
import { outgoingOf, type Check } from "../facts/checks.js";
import { ruleLayouts } from "../protocol/rule-layouts.js";
import { recorded, type Piece, type Use } from "../print/pieces.js";

/**
 * Returns the declaration of `PROTOCOL`, or of `PROTOCOLS` with the newest
 * revision first.
 */
export function sideConstant(
  context: EmitContext,
  side: Side,
): { readonly name: string; readonly piece: Piece } {
  const { combined } = context;
  const name = combined ? "PROTOCOLS" : "PROTOCOL";
  const { made, uses } = recorded((use) =>
    combined
      ? severalLayout(context, combined, side, use)
      : singleLayout(context, side, use),
  );
  const text = print(made);
  return {
    name,
    piece: { names: [name], exports: [], text, uses, root: true },
  };
}

function singleLayout(context: EmitContext, side: Side, use: Use): Layout {
  const members = protocolMembers(context, context.model, side, use);
  return [`const PROTOCOL: ${use("Protocol")} = `, objectLayout(members), ";"];
}

function severalLayout(
  context: EmitContext,
  models: readonly ProtocolModel[],
  side: Side,
  use: Use,
): Layout {
  const shared = new SharedDowngrades(use);
  const bindings = models.map((model) => [
    bindingLayout(context, model, models, side, shared, use),
    ",",
  ]);
  return [
    shared.layout(),
    "/** Supported revisions, newest first. */",
    hardline,
    [
      `const PROTOCOLS: ${use("RevisionBindings")} = `,
      braced(bindings, ["[", "]"]),
      ";",
    ],
  ];
}

function bindingLayout(
  context: EmitContext,
  model: ProtocolModel,
  models: readonly ProtocolModel[],
  side: Side,
  shared: SharedDowngrades,
  use: Use,
): Layout {
  const others = models.filter((one) => one !== model);
  const place = `${namespaceOf(model)}.`;
  const received = requestsOf(model, peerOf(side));
  const sent = [...requestsOf(model, side), ...notificationsOf(model, side)];
  const outgoing = outgoingOf(model, side);
  const checks = (of: readonly Check[]) =>
    // Handlers give values of the newest revision, so these values need no
    // second check.
    objectLayout(
      [...ruleLayouts(model === models[0] ? [] : of, place, use)].map(
        ([method, rule]) => [objectKey(method), rule],
      ),
    );
  return objectLayout([
    ...protocolMembers(context, model, side, use),
    [
      "downgrades",
      objectLayout([
        [
          "results",
          formsLayout(model, shared, received, (one) =>
            formOf(model, one, "result", others),
          ),
        ],
        [
          "params",
          formsLayout(model, shared, sent, (one) =>
            formOf(model, one, "params", others),
          ),
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

/** Returns the downgrades by method. */
function formsLayout(
  model: ProtocolModel,
  shared: SharedDowngrades,
  methods: readonly Method[],
  form: (method: Method) => Form | null,
): Layout {
  return objectLayout(
    methods.flatMap((method) => {
      const own = form(method);
      return own
        ? [[objectKey(method.method), shared.formLayout(model, own)] as const]
        : [];
    }),
  );
}

/**
 * Prints downgrades. All messages of a revision have the same downgrade of
 * `_meta`, so it is declared once as a constant.
 */
class SharedDowngrades {
  readonly #use: Use;
  readonly #names = new Map<string, string>();
  readonly #constants: Layout[] = [];

  constructor(use: Use) {
    this.#use = use;
  }

  formLayout(model: ProtocolModel, form: Form): Layout {
    const meta = form.of?.["_meta"];
    if (!meta) return valueLayout(form);
    const members = Object.entries(form).map(([key, value]) => {
      if (key !== "of") return [key, valueLayout(value)] as const;
      const inner = Object.entries(form.of ?? {}).map(
        ([name, one]) =>
          [
            objectKey(name),
            one === meta ? this.#nameOf(model, meta) : valueLayout(one),
          ] as const,
      );
      return [key, objectLayout(inner)] as const;
    });
    return objectLayout(members);
  }

  /** Returns the declarations of the shared constants. */
  layout(): Layout {
    return this.#constants;
  }

  #nameOf(model: ProtocolModel, meta: Form): string {
    const text = JSON.stringify(meta);
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `${namespaceOf(model)}_meta`;
    this.#names.set(text, name);
    this.#constants.push(
      [`const ${name}: ${this.#use("Downgrade")} = `, valueLayout(meta), ";"],
      hardline,
      hardline,
    );
    return name;
  }
}
