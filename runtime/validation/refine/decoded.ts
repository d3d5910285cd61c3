/**
 * Second pass over decoded messages. The second pass strips or reports unknown
 * keys, and checks string formats.
 */
import { createReport } from "../explain/report.js";
import type { Fields } from "../guards.js";
import type {
  DecodedMessage,
  MessageRefinement,
  RefinementCode,
  Side,
} from "../messages.js";
import {
  anything,
  integer,
  object,
  optional,
  string,
  type Shape,
} from "../shape.js";
import { createInvalid, createUndecoded, isId } from "../undecoded.js";
import { setRefinement } from "./loaded.js";
import { refine } from "./refine.js";

/**
 * Known keys of every message. The schemas of some revisions declare these keys
 * separately from the messages.
 */
const ENVELOPE = ["jsonrpc", "id"];

/** Strips or reports unknown keys of a valid message, and checks formats. */
const refineDecoded: MessageRefinement = (decoded, side, options, method) => {
  const { kind, message } = decoded;
  const shape = getShape(decoded, side, method);
  const refined = refine(shape, message, createReport(20), options, ENVELOPE);
  if (refined.ok)
    return { ok: true, kind, message: refined.value } as typeof decoded;
  const { issues } = refined;
  const { id } = message as { id?: unknown };
  const inParams = issues[0]?.path[0] === "params";
  if (kind === "request")
    return inParams
      ? createUndecoded("params", issues, side, id, -32602, "Invalid params")
      : createInvalid(side, issues, id);
  // Only a request is answered with an error.
  const reason = inParams ? "params" : "invalid";
  return isId(id)
    ? { ok: false, reason, id, issues }
    : { ok: false, reason, issues };
};

/**
 * Enables the options `unknownKeys` and `formats` in all validators and
 * decoders. Returns the code that implements these options.
 */
export function enableRefinement(): RefinementCode {
  const code = { refineValue: refine, refineMessage: refineDecoded };
  setRefinement(code);
  return code;
}

function getShape(
  { kind, message }: DecodedMessage,
  side: Side,
  method: string | undefined,
): Shape {
  const fields = message as unknown as Fields;
  if (kind === "request")
    return side.requestShape(fields.method as string, fields);
  if (kind === "notification")
    return side.notificationShape(fields.method as string, fields);
  if (kind === "error") return errorResponse;
  return getResponseShape(
    method === undefined
      ? anything
      : side.resultShape(method, fields.result as Fields),
  );
}

const errorMembers = () =>
  object({ code: integer, message: string, data: optional(anything) });
const errorResponse = () => object({ error: errorMembers });

const responses = new WeakMap<Shape, Shape>();

/**
 * Returns the shape of a response with the given shape of its result. The shape
 * is cached, so that its nodes are created only once.
 */
function getResponseShape(result: Shape): Shape {
  const found = responses.get(result) ?? object({ result });
  responses.set(result, found);
  return found;
}
