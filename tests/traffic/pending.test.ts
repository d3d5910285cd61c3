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

/** Which of the ids of a session wait. */
function waiting(requests: PendingRequests, session: string): number[] {
  return Array.from({ length: 1000 }, (_, id) => id).filter((id) =>
    requests.find(session, "client", id),
  );
}

pending("a new connection drops its own, whatever the names are", () => {
  const requests = new PendingRequests();
  const sessions = ["", "a", "a\nb", "ab"];
  for (const session of sessions) {
    ping(requests, session, 1);
    ping(requests, session, 2);
  }
  assert.is(requests.reset("a"), 2);
  assert.is(requests.reset("a"), 0);
  assert.is(requests.size, 6);
  assert.equal(
    sessions.map((session) => waiting(requests, session)),
    [[1, 2], [], [1, 2], [1, 2]],
  );
});

pending("of too many, the oldest of all sessions are given up", () => {
  const requests = new PendingRequests(3);
  ping(requests, "a", 1);
  ping(requests, "b", 1);
  ping(requests, "c", 1);
  // Again, which makes it the newest.
  ping(requests, "a", 1);
  assert.is(requests.forgotten, 0);
  ping(requests, "c", 2);
  assert.equal(waiting(requests, "b"), []);
  requests.find("c", "client", 1)?.remove();
  ping(requests, "b", 2);
  assert.is(requests.forgotten, 1);
  ping(requests, "b", 3);
  assert.equal(waiting(requests, "a"), []);
  assert.equal(waiting(requests, "b"), [2, 3]);
  assert.equal(waiting(requests, "c"), [2]);
  assert.equal([requests.size, requests.forgotten], [3, 2]);
  assert.ok(MAX_PENDING <= 100_000);
});

pending("what was answered is not counted, nor given up", () => {
  const requests = new PendingRequests(3);
  ping(requests, "a", 0);
  for (let id = 1; id < 1000; id++) {
    ping(requests, "a", id);
    if (id % 100 !== 0) requests.find("a", "client", id)?.remove();
    if (id === 500) assert.is(requests.reset("a"), 3);
  }
  assert.equal(waiting(requests, "a"), [800, 900]);
  assert.equal([requests.size, requests.forgotten], [2, 5]);
});

pending.run();
