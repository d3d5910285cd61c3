/**
 * Creates the `PROTOCOL` constant of one revision, or the `PROTOCOLS` constant
 * of a multi-version server or client.
 */
import type { Method, ProtocolModel } from "../../model/types.js";
import { createProtocolMembers } from "../protocol/protocol-constant.js";
import type { EmitContext, Side } from "../context.js";
import { objectLayout, valueLayout } from "../print/object-layout.js";
import { braced, hardline, print, type Layout } from "../print/layout.js";
import {
  getNotifications,
  getPeer,
  getRequests,
} from "../facts/protocol-facts.js";
import { objectKey } from "../print/syntax.js";
import { createDowngrade, type Downgrade } from "./downgrade-table.js";
import { getNamespace } from "../facts/revision-names.js";
import { getOutgoingRules, type MethodRule } from "../facts/method-rules.js";
import { ruleLayouts } from "../protocol/rule-layouts.js";
import { once, recordUses, type Piece, type Use } from "../print/pieces.js";

/**
 * Returns the declaration of `PROTOCOL` for one revision, or of `PROTOCOLS` for
 * several revisions, newest first.
 */
export function createProtocolConstant(
  context: EmitContext,
  side: Side,
): { readonly name: string; readonly piece: Piece } {
  const { combined } = context;
  const name = combined ? "PROTOCOLS" : "PROTOCOL";
  const { made, uses } = recordUses((use) =>
    combined
      ? protocolsLayout(context, combined, side, use)
      : protocolLayout(context, side, use),
  );
  const text = once(() => print(made));
  return {
    name,
    piece: { names: [name], exports: [], text, uses, root: true },
  };
}

function protocolLayout(context: EmitContext, side: Side, use: Use): Layout {
  const members = createProtocolMembers(context, context.model, side, use);
  return [`const PROTOCOL: ${use("Protocol")} = `, objectLayout(members), ";"];
}

function protocolsLayout(
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
  const others = models.filter((candidate) => candidate !== model);
  const prefix = `${getNamespace(model)}.`;
  const received = getRequests(model, getPeer(side));
  const sent = [...getRequests(model, side), ...getNotifications(model, side)];
  const outgoing = getOutgoingRules(model, side);
  const checks = (of: readonly MethodRule[]) =>
    // Handlers return values that are typed for the newest revision. Values for
    // this revision are therefore sent without validation. Values for older
    // revisions are validated before they are sent.
    objectLayout(
      [...ruleLayouts(model === models[0] ? [] : of, prefix, use)].map(
        ([method, rule]) => [objectKey(method), rule],
      ),
    );
  return objectLayout([
    ...createProtocolMembers(context, model, side, use),
    [
      "downgrades",
      objectLayout([
        [
          "results",
          downgradesLayout(model, shared, received, (method) =>
            createDowngrade(model, method, "result", others),
          ),
        ],
        [
          "params",
          downgradesLayout(model, shared, sent, (method) =>
            createDowngrade(model, method, "params", others),
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

/**
 * Returns an object that contains the downgrade (change of values for an older
 * revision) of each method. Methods that need no downgrade are left out.
 */
function downgradesLayout(
  model: ProtocolModel,
  shared: SharedDowngrades,
  methods: readonly Method[],
  form: (method: Method) => Downgrade | null,
): Layout {
  return objectLayout(
    methods.flatMap((method) => {
      const own = form(method);
      return own
        ? [
            [
              objectKey(method.method),
              shared.downgradeLayout(model, own),
            ] as const,
          ]
        : [];
    }),
  );
}

/**
 * Prints downgrades (changes of values for older revisions). All messages of a
 * revision have the same downgrade of `_meta`, so it is declared once as a
 * constant.
 */
class SharedDowngrades {
  readonly #use: Use;
  readonly #names = new Map<string, string>();
  readonly #constants: Layout[] = [];

  constructor(use: Use) {
    this.#use = use;
  }

  downgradeLayout(model: ProtocolModel, form: Downgrade): Layout {
    const meta = form.of?.["_meta"];
    if (!meta) return valueLayout(form);
    const members = Object.entries(form).map(([key, value]) => {
      if (key !== "of") return [key, valueLayout(value)] as const;
      const inner = Object.entries(form.of ?? {}).map(
        ([name, member]) =>
          [
            objectKey(name),
            member === meta ? this.#nameOf(model, meta) : valueLayout(member),
          ] as const,
      );
      return [key, objectLayout(inner)] as const;
    });
    return objectLayout(members);
  }

  /**
   * Returns the declarations of constants. Each constant holds a downgrade that
   * several messages share.
   */
  layout(): Layout {
    return this.#constants;
  }

  #nameOf(model: ProtocolModel, meta: Downgrade): string {
    const text = JSON.stringify(meta);
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `${getNamespace(model)}_meta`;
    this.#names.set(text, name);
    this.#constants.push(
      [`const ${name}: ${this.#use("Downgrade")} = `, valueLayout(meta), ";"],
      hardline,
      hardline,
    );
    return name;
  }
}
