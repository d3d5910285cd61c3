/** Decoders: what each side sends, as `switch`es over the wire method. */
import { findType } from "../../model/lookup.js";
import type { Normal, Normals } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import {
  align,
  braced,
  group,
  hardline,
  indent,
  join,
  line,
  print,
  softline,
  type Layout,
} from "../print/layout.js";
import { conditionWriter } from "./conditions.js";
import { block, call, constant, returned, term, when } from "./expressions.js";
import type { Helpers } from "./helpers.js";
import type { Parts } from "./parts.js";
import type { ShapeWriter } from "./shapes.js";
import {
  byLength,
  LENGTH_SWITCH_FROM,
  switchOver,
  type Case,
} from "./switches.js";
import { branchCheck } from "./tagged.js";

/** Results that ask for input before the request is tried again. */
const ASKING = ["InputRequiredResult", "IncompleteResult"];

type Peer = "client" | "server";

/** What the template needs to write the decoders. */
export interface MessageTexts {
  /** Functions that check the messages of one side, and the side itself. */
  readonly sides: readonly string[];
  /** Declarations of the types that the decoders answer. */
  readonly outcomes: readonly string[];
  /** The function of the runtime that decodes. */
  readonly decode: string;
  /** The type of a side's requests, if a decoder is to know those at once. */
  readonly quick: { readonly [peer in Peer]: string | null };
}

export function messageTexts(
  model: ProtocolModel,
  normals: Normals,
  parts: Parts,
  shapes: ShapeWriter,
  helpers: Helpers,
): MessageTexts {
  const condition = conditionWriter(parts, helpers);
  const batches = findType(model, "JSONRPCBatchRequest") !== undefined;

  const decode = helpers.use("decode", batches ? "decodeBatches" : "decode");
  helpers.use("sides", "eitherSide");
  helpers.useType("messages", "DecodeOptions");
  return {
    sides: [side("client"), side("server")],
    outcomes: [
      outcome("Client", ["Client"]),
      outcome("Server", ["Server"]),
      outcome("", ["Client", "Server"]),
    ],
    decode,
    quick: { client: quickRequest("client"), server: quickRequest("server") },
  };

  /** What comes most often needs no call of the runtime. */
  function quickRequest(peer: Peer): string | null {
    const type = typeName(
      peer === "client" ? "ClientRequest" : "ServerRequest",
    );
    if (type === "never" || sentBy(peer, "request").length === 0) return null;
    helpers.use("decode", "refusedRequest");
    helpers.useType("guards", "Fields");
    helpers.useType("messages", "RequestEnvelope");
    return type;
  }

  function sentBy(peer: Peer, kind: Method["kind"]): readonly Method[] {
    return model.methods.filter(
      (m) => m.kind === kind && !m.embedded && sends(m, peer),
    );
  }

  function outcome(title: string, senders: readonly string[]): string {
    const union = (kind: string) =>
      joinTypes(senders.map((sender) => typeName(`${sender}${kind}`)));
    const types = [helpers.useType("messages", "Decoded")];
    if (batches) types.push(helpers.useType("messages", "DecodedBatch"));
    const applied = types.map((type) =>
      generic(type, [union("Request"), union("Notification")]),
    );
    return print([
      `/** What {@link decode${title}Message} answers. */`,
      hardline,
      `export type Decoded${title}Message =`,
      applied.length === 1
        ? [" ", applied]
        : indent(applied.map((type) => [hardline, "| ", align(2, type)])),
      ";",
    ]);
  }

  function side(peer: Peer): string {
    const title = peer === "client" ? "Client" : "Server";
    const sent = (kind: Method["kind"]) => sentBy(peer, kind);
    const answered = model.methods.filter(
      (m) =>
        m.kind === "request" &&
        !m.embedded &&
        sends(m, peer === "client" ? "server" : "client"),
    );
    const requests = `check${title}RequestOf`;
    const notifications = `check${title}NotificationOf`;
    const results = `check${title}ResultOf`;
    const resultShapes = `shapeOf${title}ResultOf`;
    return [
      checks(
        requests,
        `Requests that a ${peer} sends.`,
        byMethod(sent("request"), messageCheck),
        true,
      ),
      checks(
        notifications,
        `Notifications that a ${peer} sends.`,
        byMethod(sent("notification"), messageCheck),
        true,
      ),
      checks(
        results,
        `Results that a ${peer} answers with.`,
        byMethod(answered, resultCheck),
        false,
      ),
      shapeSwitch(
        resultShapes,
        byMethod(answered, resultShape),
        answered.some((method) => askingFor(method) !== null),
      ),
      sideText(peer, title, [requests, notifications, results, resultShapes]),
    ].join("\n\n");
  }

  /** The decoder knows that it is an object with this method. */
  function messageCheck({ method, declaration }: Method): Layout {
    const type = normals.normal({ kind: "named", name: declaration });
    const tag = { key: "method", value: method };
    return returned(branchCheck(type, tag, condition, parts, helpers));
  }

  function resultCheck(method: Method): Layout {
    return finalOrAsking(method, (type) => returned(condition(type, "value")));
  }

  function resultShape(method: Method): Layout {
    return finalOrAsking(method, (type) => [
      "return ",
      shapes.shape(type),
      ";",
    ]);
  }

  /** What `say` makes of the final result, or of what may come in its place. */
  function finalOrAsking(
    method: Method,
    say: (type: Normal) => Layout,
  ): Layout {
    const final = say(resultOf(method));
    const asking = askingFor(method);
    if (asking === null) return final;
    const asks = term(call(helpers.use("sides", "asksForInput"), "value"));
    return [when(asks, say(asking)), hardline, final];
  }

  /** What the result of a method may be instead, if it may. */
  function askingFor({ inputRequired }: Method): Normal | null {
    const name = ASKING.find((one) => findType(model, one));
    if (!inputRequired || !name) return null;
    return normals.normal({ kind: "named", name });
  }

  function resultOf({ result, taskResult }: Method): Normal {
    const types = [result, taskResult].flatMap((type) =>
      type ? [normals.normal(normals.shapes.of(type))] : [],
    );
    const [only, ...others] = types;
    if (!only) return { kind: "any" };
    return others.length === 0 ? only : { kind: "union", members: types };
  }

  function typeName(name: string): string {
    return findType(model, name)?.exported ? name : "never";
  }

  function sideText(
    peer: Peer,
    title: string,
    [requests, notifications, results, resultShapes]: readonly string[],
  ): string {
    const shapeOr = (name: string): Layout => [
      "() => ",
      findType(model, name)
        ? shapes.shape(normals.normal({ kind: "named", name }))
        : helpers.use("shape", "never"),
    ];
    const entries: Layout[] = [
      ["checkRequest: ", requests ?? ""],
      ["requestShape: ", shapeOr(`${title}Request`)],
      ["checkNotification: ", notifications ?? ""],
      ["notificationShape: ", shapeOr(`${title}Notification`)],
      ["checkResult: ", results ?? ""],
      ["resultShape: ", resultShapes ?? ""],
      ["errorsNeedId: ", String(errorsNeedId())],
    ];
    return print([
      `const ${peer}Side: ${helpers.useType("messages", "Side")} = `,
      braced(entries.map((entry) => [entry, ","])),
      ";",
    ]);
  }

  /** Whether the revision's error response says that it always has an id. */
  function errorsNeedId(): boolean {
    for (const name of ["JSONRPCErrorResponse", "JSONRPCError"]) {
      if (!findType(model, name)) continue;
      const body = normals.body(name);
      const id =
        body.kind === "object" && body.properties.find((p) => p.name === "id");
      return id ? id.required : true;
    }
    return true;
  }

  function checks(
    name: string,
    title: string,
    cases: readonly Case[],
    several: boolean,
  ): string {
    const parameters =
      cases.length > 0 ? ["method: string", "value: object"] : [];
    const answers =
      several && cases.length > LENGTH_SWITCH_FROM
        ? byLength("method", cases, "return undefined;")
        : switchOver("method", cases, "return undefined;");
    return print([
      `/** ${title} */`,
      hardline,
      constant(name, parameters, "boolean | undefined", answers),
    ]);
  }

  function shapeSwitch(
    name: string,
    cases: readonly Case[],
    byValue: boolean,
  ): string {
    const parameter = cases.length > 0 ? "method: string" : "";
    const parameters = byValue ? `${parameter}, value: object` : parameter;
    const shape = helpers.useType("shape", "Shape");
    const any = helpers.use("shape", "anything");
    return print([
      `function ${name}(${parameters}): ${shape} `,
      block(switchOver("method", cases, `return ${any};`)),
    ]);
  }
}

/** What is answered for each method; the first declaration of one counts. */
function byMethod(
  methods: readonly Method[],
  answer: (method: Method) => Layout,
): Case[] {
  const first = new Map(
    [...methods].reverse().map((method) => [method.method, method]),
  );
  return methods
    .filter((method) => first.get(method.method) === method)
    .map((method) => ({ value: method.method, answer: answer(method) }));
}

function sends({ sender }: Method, peer: Peer): boolean {
  return sender === peer || sender === "either";
}

/** `Name<A, B>` */
function generic(name: string, args: readonly string[]): Layout {
  const list = join([",", line], [...args]);
  return group([name, "<", indent([softline, list]), softline, ">"]);
}

function joinTypes(names: readonly string[]): string {
  const told = names.filter((name) => name !== "never");
  return told.length > 0 ? told.join(" | ") : "never";
}
