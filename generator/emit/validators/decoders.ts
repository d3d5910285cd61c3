/**
 * Creates the decoders of `validators.ts`: exported functions that decode a
 * message, together with their result types.
 */
import { reference, unionType } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { ProtocolModel } from "../../model/types.js";
import type { Side } from "../context.js";
import {
  exportsType,
  getNotifications,
  getRequests,
  getTitle,
} from "../facts/protocol-facts.js";
import { align, hardline, indent, type Layout } from "../print/layout.js";
import {
  createExportedPiece,
  createPiece,
  recordUses,
  type Piece,
  type Use,
} from "../print/pieces.js";
import { typeApplication, printType } from "../types/type-printer.js";

/**
 * Returns the declarations of the decoders. Their code uses the constants
 * `clientSide`, `serverSide` and `eitherSides`.
 */
export function createDecoderPieces(model: ProtocolModel): Piece[] {
  const batches = findType(model, "JSONRPCBatchRequest") !== undefined;
  return [
    outcome("Client", ["client"]),
    outcome("Server", ["server"]),
    outcome("", ["client", "server"]),
    decoder("Client", "a client", "clientSide"),
    decoder("Server", "a server", "serverSide"),
    decoder("", "either side", "eitherSides"),
    refinement(),
  ];

  /**
   * Returns the declaration of the type that a decoder returns, such as
   * `DecodedMessage`.
   */
  function outcome(title: string, senders: readonly Side[]): Piece {
    const name = `Decoded${title}Message`;
    return createPiece(name, (use) => outcomeLayout(title, senders, use), {
      exports: [name],
      root: true,
    });
  }

  function outcomeLayout(
    title: string,
    senders: readonly Side[],
    use: Use,
  ): Layout {
    const union = (kind: "Request" | "Notification"): Layout => {
      const names = senders
        .flatMap((sender) => getMessageTypes(model, sender, kind))
        .filter((name) => exportsType(model, name));
      const types = names.map((name) => reference(use(`types.${name}`)));
      return types.length === 0
        ? "never"
        : printType(unionType(types), "argument");
    };
    const types = [use("Decoded"), ...(batches ? [use("DecodedBatch")] : [])];
    const made = types.map((type) =>
      typeApplication(type, [union("Request"), union("Notification")]),
    );
    return [
      `/** Result of {@link decode${title}Message}. */`,
      hardline,
      `export type Decoded${title}Message =`,
      made.length === 1
        ? [" ", made]
        : indent(made.map((type) => [hardline, "| ", align(2, type)])),
      ";",
    ];
  }

  function decoder(title: string, sender: string, sides: string): Piece {
    const name = `decode${title}Message`;
    const { made, uses } = recordUses(
      (
        use,
      ) => `/** Decodes a message from ${sender}, or reports why it is invalid. */
export function ${name}(
  value: unknown,
  options?: ${use("DecodeOptions")},
): ${use(`Decoded${title}Message`)} {
  return ${use(batches ? "decodeBatches" : "decode")}(value, ${use(sides)}, options);
}`,
    );
    return createExportedPiece(name, made, uses);
  }
}

/**
 * Returns the declaration of the constant `refinement`. Its value is a call
 * that is marked as pure. Bundlers therefore remove the code for unknown keys
 * and formats unless the program refers to the constant.
 */
function refinement(): Piece {
  const name = "refinement";
  const { made, uses } = recordUses(
    (
      use,
    ) => `/** Code for the options \`unknownKeys\` and \`formats\`, to be passed as an option in a bundle. */
export const ${name}: ${use("RefinementCode")} = /*@__PURE__*/ ${use("enableRefinement")}();`,
  );
  return createExportedPiece(name, made, uses);
}

/**
 * Returns the names of the message types that a side (server or client) sends.
 * The first type is a union in the schema. The others are messages of
 * extensions.
 */
export function getMessageTypes(
  model: ProtocolModel,
  side: Side,
  kind: "Request" | "Notification",
): string[] {
  const sent = kind === "Request" ? getRequests : getNotifications;
  const added = sent(model, side).filter(
    ({ extension }) => extension !== undefined,
  );
  return [
    `${getTitle(side)}${kind}`,
    ...added.map(({ declaration }) => declaration),
  ];
}
