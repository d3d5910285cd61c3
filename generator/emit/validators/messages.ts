/**
 * Creates the functions that validate a message or result by the name of its
 * method. The decoders call these functions.
 */
import { reference, unionType } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Normal } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import {
  braced,
  group,
  hardline,
  indent,
  line,
  type Layout,
  call,
} from "../print/layout.js";
import {
  errorsMayLackId,
  getNotifications,
  getPeer,
  getRequests,
  getTitle,
} from "../facts/protocol-facts.js";
import type { Side } from "../context.js";
import { INPUT_REQUIRED } from "../../parse/protocol/results.js";
import { createConditionWriter } from "./conditions.js";
import { createDecoderPieces, getMessageTypes } from "./decoders.js";
import { constant, returned, term, when } from "./expressions.js";
import type { GuardFunctions } from "./guard-functions.js";
import { createPiece, type Piece, type Use } from "../print/pieces.js";
import { createShapeWriter } from "./shapes.js";
import {
  createLengthSwitch,
  LENGTH_SWITCH_FROM,
  createSwitch,
  type Case,
} from "./switches.js";
import { checkBranch } from "./tagged.js";

/**
 * Returns the decoders, and the functions that the decoders call to validate
 * messages and results.
 */
export function createMessagePieces(
  model: ProtocolModel,
  parts: GuardFunctions,
): Piece[] {
  const { normals } = parts;
  return [
    ...SIDES.flatMap(side),
    createPiece("eitherSides", (use) => [
      "const eitherSides = /*@__PURE__*/ ",
      call(use("combineSides"), ...SIDES.map((side) => use(`${side}Side`))),
      ";",
    ]),
    ...createDecoderPieces(model),
  ];

  function side(side: Side): Piece[] {
    const title = getTitle(side);
    const answered = getRequests(model, getPeer(side));
    const checks = (
      kind: string,
      what: string,
      casesFor: (use: Use) => readonly Case[],
    ): Piece => {
      const name = `check${title}${kind}Of`;
      return createPiece(name, (use) => {
        const cases = casesFor(use);
        const several = kind !== "Result" && cases.length > LENGTH_SWITCH_FROM;
        return [
          `/** ${what} */`,
          hardline,
          constant(
            name,
            cases.length > 0 ? ["method: string", "it: object"] : [],
            "boolean | undefined",
            (several ? createLengthSwitch : createSwitch)(
              "method",
              cases,
              RETURN_UNDEFINED,
            ),
          ),
        ];
      });
    };
    return [
      checks(
        "Request",
        `Validates a request that a ${side} sends, by method.`,
        (use) => createMessageCases(getRequests(model, side), use),
      ),
      checks(
        "Notification",
        `Validates a notification that a ${side} sends, by method.`,
        (use) => createMessageCases(getNotifications(model, side), use),
      ),
      checks(
        "Result",
        `Validates a result that a ${side} returns, by method.`,
        (use) => {
          const check = createConditionWriter(parts, use);
          return createCases(
            answered,
            (type) => returned(check(type, "it")),
            use,
          );
        },
      ),
      createShapeSwitch(`shapeOf${title}ResultOf`, answered),
      createSidePiece(side),
    ];
  }

  /**
   * Returns the `switch` cases that validate messages, by method. The decoder
   * has already checked that the value is an object with the given method.
   */
  function createMessageCases(methods: readonly Method[], use: Use): Case[] {
    const check = createConditionWriter(parts, use);
    return methods.map(({ method, declaration }) => {
      const type = normals.normal({ kind: "named", name: declaration });
      const tag = { key: "method", value: method };
      const answer = returned(checkBranch(type, tag, check, parts, use));
      return { value: method, answer };
    });
  }

  function createShapeSwitch(name: string, methods: readonly Method[]): Piece {
    return createPiece(name, (use) => {
      const { shape } = createShapeWriter(parts, use);
      const cases = createCases(
        methods,
        (type) => ["return ", shape(type), ";"],
        use,
      );
      const parameters = [
        ...(cases.length > 0 ? ["method: string"] : []),
        ...(methods.some(getInputRequiredType) ? ["it: object"] : []),
      ];
      return [
        `function ${name}(${parameters.join(", ")}): ${use("Shape")} `,
        braced(createSwitch("method", cases, `return ${use("anything")};`)),
      ];
    });
  }

  /**
   * Returns one `switch` case for each method. If a request for input can
   * replace the method's result, the case handles both.
   *
   * @param createStatement Function that returns the statement for a value of
   *   the given type.
   */
  function createCases(
    methods: readonly Method[],
    createStatement: (type: Normal) => Layout,
    use: Use,
  ): Case[] {
    return methods.map((method) => {
      const final = createStatement(getResultType(method));
      const asking = getInputRequiredType(method);
      if (asking === null) return { value: method.method, answer: final };
      const asks = term(call(use("asksForInput"), "it"));
      const answer = [when(asks, createStatement(asking)), hardline, final];
      return { value: method.method, answer };
    });
  }

  /**
   * Returns the type of the request for input that can replace the result of a
   * method. Returns null if the method allows no request for input.
   */
  function getInputRequiredType({ inputRequired }: Method): Normal | null {
    const name = INPUT_REQUIRED.find((candidate) => findType(model, candidate));
    if (!inputRequired || !name) return null;
    return normals.normal({ kind: "named", name });
  }

  function getResultType({ result, taskResult }: Method): Normal {
    const members = [result, taskResult].flatMap((type) =>
      type ? [normals.normal(normals.shapes.of(type))] : [],
    );
    const [only] = members;
    if (!only) return { kind: "any" };
    return members.length === 1 ? only : { kind: "union", members };
  }

  function createSidePiece(side: Side): Piece {
    const title = getTitle(side);
    const name = `${side}Side`;
    return createPiece(name, (use) => {
      const { shape } = createShapeWriter(parts, use);
      const shapeOr = (kind: "Request" | "Notification"): Layout => {
        const names = getMessageTypes(model, side, kind);
        const types = names.filter((name) => findType(model, name));
        const union = unionType(types.map(reference));
        const made =
          types.length === 0
            ? use("never")
            : shape(normals.normal(normals.shapes.of(union)));
        return group(indent([line, made]));
      };
      const entries: Layout[] = [
        `checkRequest: ${use(`check${title}RequestOf`)}`,
        ["requestShape: () =>", shapeOr("Request")],
        `checkNotification: ${use(`check${title}NotificationOf`)}`,
        ["notificationShape: () =>", shapeOr("Notification")],
        `checkResult: ${use(`check${title}ResultOf`)}`,
        `resultShape: ${use(`shapeOf${title}ResultOf`)}`,
        `errorsNeedId: ${!errorsMayLackId(model)}`,
      ];
      return [
        `const ${name}: ${use("Side")} = `,
        braced(entries.map((entry) => [entry, ","])),
        ";",
      ];
    });
  }
}

const SIDES: readonly Side[] = ["client", "server"];

/**
 * Statement that a validation function executes for an unknown method. A method
 * is unknown if the side (server or client) does not send it.
 */
const RETURN_UNDEFINED = "return undefined;";
