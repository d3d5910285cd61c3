/** Decoders: what each side sends, as `switch`es over the wire method. */
import { reference, unionType } from "../../model/build.js";
import { findType } from "../../model/lookup.js";
import type { Normal } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import {
  align,
  braced,
  group,
  hardline,
  indent,
  line,
  print,
  type Layout,
} from "../print/layout.js";
import {
  errorsMayLackId,
  exportsType,
  notificationsOf,
  peerOf,
  requestsOf,
  type Side,
} from "../facts/protocol-facts.js";
import { applied, printType } from "../types/type-printer.js";
import { INPUT_REQUIRED } from "../../parse/protocol/results.js";
import { checkWriter } from "./conditions.js";
import { call, constant, returned, term, when } from "./expressions.js";
import type { Parts } from "./parts.js";
import type { Use } from "../print/pieces.js";
import { shapeWriter } from "./shapes.js";
import {
  byLength,
  LENGTH_SWITCH_FROM,
  switchOver,
  type Case,
} from "./switches.js";
import { branchCheck } from "./tagged.js";

/** What the template needs to write the decoders. */
export function messageTexts(model: ProtocolModel, parts: Parts, use: Use) {
  const { normals } = parts;
  const check = checkWriter(parts, use);
  const { shape } = shapeWriter(parts, use);
  const batches = findType(model, "JSONRPCBatchRequest") !== undefined;

  use("eitherSide");
  use("DecodeOptions");
  return {
    sides: [...side("client"), ...side("server")],
    // The types that the decoders answer.
    outcomes: [
      outcome("Client", ["Client"]),
      outcome("Server", ["Server"]),
      outcome("", ["Client", "Server"]),
    ],
    decode: use(batches ? "decodeBatches" : "decode"),
  };

  function outcome(title: string, senders: readonly string[]): string {
    const union = (kind: string): Layout => {
      const names = senders
        .flatMap((sender) => messageTypes(sender, kind))
        .filter((name) => exportsType(model, name));
      const types = names.map((name) => reference(`types.${name}`));
      return types.length === 0
        ? "never"
        : printType(unionType(types), "argument");
    };
    const types = [use("Decoded"), ...(batches ? [use("DecodedBatch")] : [])];
    const made = types.map((type) =>
      applied(type, [union("Request"), union("Notification")]),
    );
    return print([
      `/** What {@link decode${title}Message} answers. */`,
      hardline,
      `export type Decoded${title}Message =`,
      made.length === 1
        ? [" ", made]
        : indent(made.map((type) => [hardline, "| ", align(2, type)])),
      ";",
    ]);
  }

  /** The union of what a side sends, and what extensions add to it. */
  function messageTypes(title: string, kind: string): string[] {
    const side = title === "Client" ? "client" : "server";
    const sent = kind === "Request" ? requestsOf : notificationsOf;
    const added = sent(model, side).filter(
      ({ extension }) => extension !== undefined,
    );
    return [`${title}${kind}`, ...added.map((one) => one.declaration)];
  }

  function side(side: Side): string[] {
    const title = titleOf(side);
    const sent = messageCases(requestsOf(model, side));
    const noticed = messageCases(notificationsOf(model, side));
    const answered = requestsOf(model, peerOf(side));
    const results = casesOf(answered, (type) => returned(check(type, "it")));
    const checks = (kind: string, what: string, cases: readonly Case[]) => {
      const several = kind !== "Result" && cases.length > LENGTH_SWITCH_FROM;
      return print([
        `/** ${what} */`,
        hardline,
        constant(
          `check${title}${kind}Of`,
          cases.length > 0 ? ["method: string", "it: object"] : [],
          "boolean | undefined",
          (several ? byLength : switchOver)("method", cases, NOTHING),
        ),
      ]);
    };
    return [
      checks("Request", `Requests that a ${side} sends.`, sent),
      checks("Notification", `Notifications that a ${side} sends.`, noticed),
      checks("Result", `Results that a ${side} answers with.`, results),
      shapeSwitch(`shapeOf${title}ResultOf`, answered),
      sideText(side),
    ];
  }

  /** The decoder knows that it is an object with this method. */
  function messageCases(methods: readonly Method[]): Case[] {
    return methods.map(({ method, declaration }) => {
      const type = normals.normal({ kind: "named", name: declaration });
      const tag = { key: "method", value: method };
      const answer = returned(branchCheck(type, tag, check, parts, use));
      return { value: method, answer };
    });
  }

  function shapeSwitch(name: string, methods: readonly Method[]): string {
    const cases = casesOf(methods, (type) => ["return ", shape(type), ";"]);
    const parameters = [
      ...(cases.length > 0 ? ["method: string"] : []),
      ...(methods.some(askingFor) ? ["it: object"] : []),
    ];
    return print([
      `function ${name}(${parameters.join(", ")}): ${use("Shape")} `,
      braced(switchOver("method", cases, `return ${use("anything")};`)),
    ]);
  }

  /** What `say` makes of the final results, or of what may come in their place. */
  function casesOf(
    methods: readonly Method[],
    say: (type: Normal) => Layout,
  ): Case[] {
    return methods.map((method) => {
      const final = say(resultOf(method));
      const asking = askingFor(method);
      if (asking === null) return { value: method.method, answer: final };
      const asks = term(call(use("asksForInput"), "it"));
      const answer = [when(asks, say(asking)), hardline, final];
      return { value: method.method, answer };
    });
  }

  /** What the result of a method may be instead, if it may. */
  function askingFor({ inputRequired }: Method): Normal | null {
    const name = INPUT_REQUIRED.find((one) => findType(model, one));
    if (!inputRequired || !name) return null;
    return normals.normal({ kind: "named", name });
  }

  function resultOf({ result, taskResult }: Method): Normal {
    const members = [result, taskResult].flatMap((type) =>
      type ? [normals.normal(normals.shapes.of(type))] : [],
    );
    const [only] = members;
    if (!only) return { kind: "any" };
    return members.length === 1 ? only : { kind: "union", members };
  }

  function sideText(side: Side): string {
    const title = titleOf(side);
    const shapeOr = (kind: string): Layout => {
      const names = messageTypes(title, kind);
      const types = names.filter((name) => findType(model, name));
      const union = unionType(types.map(reference));
      const made =
        types.length === 0
          ? use("never")
          : shape(normals.normal(normals.shapes.of(union)));
      return group(indent([line, made]));
    };
    const entries: Layout[] = [
      `checkRequest: check${title}RequestOf`,
      ["requestShape: () =>", shapeOr("Request")],
      `checkNotification: check${title}NotificationOf`,
      ["notificationShape: () =>", shapeOr("Notification")],
      `checkResult: check${title}ResultOf`,
      `resultShape: shapeOf${title}ResultOf`,
      `errorsNeedId: ${!errorsMayLackId(model)}`,
    ];
    return print([
      `const ${side}Side: ${use("Side")} = `,
      braced(entries.map((entry) => [entry, ","])),
      ";",
    ]);
  }
}

/** What is said of a method that the side does not send. */
const NOTHING = "return undefined;";

function titleOf(side: Side): "Client" | "Server" {
  return side === "client" ? "Client" : "Server";
}
