import { isObject } from "../../validation/guards.js";
import { toSessionId } from "../store/values.js";
import type { ClusterMessage } from "../messages.js";
import type { Listeners } from "./listeners.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";
import type { ResumedStreams } from "./resumed-streams.js";
import type { SessionEntry } from "../../http/server/sessions/session-table.js";
import type { SessionRepository } from "./session-repository.js";

/** Registers handlers for messages about sessions from other processes. */
export function handleMessages(
  sessions: SessionRepository,
  listeners: Listeners,
  streams: ResumedStreams,
): void {
  const { on } = sessions.node;
  const find = ({ s }: ClusterMessage): SessionEntry | undefined =>
    sessions.table.entries.get(String(s));
  on.end = (message) => {
    const entry = find(message);
    if (entry) sessions.leave(entry);
  };
  on.message = (message) => find(message)?.session.receive(message.m);
  on.cancel = (message) => {
    const entry = find(message);
    const { m } = message;
    const params = isObject(m) && isObject(m.params) ? m.params : {};
    const id = params.requestId as RequestId;
    if (entry?.session.answering([id])) entry.session.receive(m);
  };
  on.tell = (message) => {
    const queued = { method: String(message.m), data: String(message.d) };
    const entry = find(message);
    if (entry) entry.session.tell(queued);
    else listeners.tell(toSessionId(message.s), queued);
  };
  on.away = ({ s }) => void listeners.homes.delete(String(s));
  on.cut = ({ s, i }) => streams.cut(String(s), String(i));
  on.event = ({ s, i, e, x }) =>
    streams.receive(String(s), String(i), e, x !== "");
}
