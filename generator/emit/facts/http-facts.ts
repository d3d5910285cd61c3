/** What the revisions ask of HTTP. */
import type { ProtocolModel } from "../../model/types.js";
import { modelsOf, offers, type EmitContext, type Side } from "../context.js";
import { isStateless } from "./protocol-facts.js";

/** Last revision with the legacy SSE transport. */
const LEGACY_SSE = "2024-11-05";
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
    legacySse: revision === LEGACY_SSE && offers(context, side, "sse"),
  };
}

/**
 * Returns which handlers a server injects into the functions that serve HTTP:
 * the members of `HttpHandlers` in the runtime.
 */
export function httpHandlers(context: EmitContext): {
  readonly sessions: boolean;
  readonly sse: boolean;
} {
  const facts = modelsOf(context).map((model) =>
    httpFacts(context, model, "server"),
  );
  const http = offers(context, "server", "http");
  return {
    sessions: http && facts.some(({ sessions }) => sessions),
    sse: http && facts.some(({ legacySse }) => legacySse),
  };
}
