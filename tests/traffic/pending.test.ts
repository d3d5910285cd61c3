/** Requests in flight: which is found, and which is given up. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  MAX_PENDING,
  PendingRequests,
} from "../../generator/traffic/pending.js";

const pending = suite("requests in flight");

function ping(requests: PendingRequests, session: string, id: number): void {
  requests.add(session, "client", id, { method: "ping", line: id });
}

/** Which of the first ids of a session wait. */
function waiting(requests: PendingRequests, session: string): number[] {
  const ids = Array.from({ length: 10 }, (_, id) => id);
  return ids.filter((id) => requests.find(session, "client", id));
}

pending("a new connection drops its own, whatever the names are", () => {
  const requests = new PendingRequests();
  const sessions = ["", "a", "a\nb", "ab"];
  for (const session of sessions)
    for (const id of [1, 2]) ping(requests, session, id);
  requests.reset("a");
  const left = sessions.map((session) => waiting(requests, session).join());
  assert.equal(left, ["1,2", "", "1,2", "1,2"]);
  assert.is(requests.unanswered, 8);
});

pending("of too many, all are given up, and counted", () => {
  const requests = new PendingRequests(3);
  for (const session of ["a", "b", "c"]) ping(requests, session, 1);
  requests.find("c", "client", 1)?.remove();
  ping(requests, "c", 2);
  assert.is(requests.gaveUp, false);
  ping(requests, "b", 3);
  const left = ["a", "b", "c"].map((session) => waiting(requests, session));
  assert.equal(left, [[], [3], []]);
  assert.equal([requests.unanswered, requests.gaveUp], [4, true]);
});

pending("sessions are forgotten before they are too many", () => {
  const requests = new PendingRequests(2);
  for (const session of ["a", "b", "c", "d"]) {
    ping(requests, session, 1);
    requests.find(session, "client", 1)?.remove();
  }
  assert.is(requests.gaveUp, true);
  assert.is(requests.unanswered, 0);
  assert.ok(MAX_PENDING <= 100_000);
});

pending.run();
