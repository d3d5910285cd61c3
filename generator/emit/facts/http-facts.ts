/** What the revisions ask of HTTP. */
import type { ProtocolModel } from "../../model/types.js";
import { offers, type EmitContext } from "../context.js";
import { isStateless, type Side } from "./protocol-facts.js";

/** The last revision with one HTTP address for each direction. */
const TWO_ADDRESSES = "2024-11-05";
/** The first revision whose requests name it in a header. */
const VERSION_HEADER = "2025-06-18";
/** The first revision that lets a stream's connection end before it. */
const POLLING = "2025-11-25";

/** `http` of a `PROTOCOL`. */
export function httpFacts(
  context: Pick<EmitContext, "chosen">,
  model: ProtocolModel,
  side: Side,
) {
  const handshake = !isStateless(model);
  const revision = model.protocolVersion ?? "";
  return {
    sessions: handshake,
    versionHeader: revision >= VERSION_HEADER,
    polling: handshake && revision >= POLLING,
    twoAddresses: revision === TWO_ADDRESSES && offers(context, side, "sse"),
  };
}
