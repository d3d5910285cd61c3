/** HTTP settings that depend on the revision. */
import type { ProtocolModel } from "../../model/types.js";
import {
  getModels,
  includesFeature,
  type EmitContext,
  type Side,
} from "../context.js";
import { isStateless } from "./protocol-facts.js";

/** The only revision with the legacy SSE transport. */
const LEGACY_SSE_REVISION = "2024-11-05";
/** First revision with the `MCP-Protocol-Version` header. */
const FIRST_WITH_VERSION_HEADER = "2025-06-18";
/**
 * First revision in which a server may close an SSE stream before it sends the
 * response. The client then reconnects.
 */
const FIRST_WITH_POLLING = "2025-11-25";

/**
 * Returns the `http` member of a `PROTOCOL` constant, which holds the HTTP
 * settings of a revision.
 */
export function getHttpFacts(
  context: Pick<EmitContext, "chosen">,
  model: ProtocolModel,
  side: Side,
) {
  const handshake = !isStateless(model);
  const revision = model.protocolVersion ?? "";
  return {
    sessions: handshake,
    versionHeader: revision >= FIRST_WITH_VERSION_HEADER,
    polling: handshake && revision >= FIRST_WITH_POLLING,
    legacySse:
      revision === LEGACY_SSE_REVISION && includesFeature(context, side, "sse"),
  };
}

/**
 * Returns two flags about the generated server: whether it uses the session
 * handlers of `HttpHandlers`, and whether it uses the handlers for the legacy
 * SSE transport.
 */
export function getHttpHandlers(context: EmitContext): {
  readonly sessions: boolean;
  readonly sse: boolean;
} {
  const facts = getModels(context).map((model) =>
    getHttpFacts(context, model, "server"),
  );
  const http = includesFeature(context, "server", "http");
  return {
    sessions: http && facts.some(({ sessions }) => sessions),
    sse: http && facts.some(({ legacySse }) => legacySse),
  };
}
