/**
 * Tests that the runtime sends messages to several peers only with the
 * functions of `limits/fan-out.ts`. These functions yield to the event loop
 * between two peers.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ts } from "ts-morph";
import { ROOT } from "../../harness/program/cli.js";

const test = suite("fan-out: use");

const FOLDER = join(ROOT, "runtime");

/** Methods that send a message to a peer. */
const SENDING = /^(send|notify|deliver|broadcast|tell|notify[A-Z]\w*)$/;
const ITERATING = /^(forEach|map|flatMap)$/;

/**
 * Exceptions: functions that may send messages in a loop without
 * `limits/fan-out.ts`. The loop of such a function sends to one peer only, or
 * it only adds listeners that send with `limits/fan-out.ts`.
 */
const ALLOWED = [
  "features/client/elicitation.ts: elicitationHandlers",
  "http/client/follow.ts: follow",
  "http/server/sessions/session.ts: #flush",
  "protocol/client-core.ts: announceChanges",
  "protocol/connection/connection.ts: refuse",
  "protocol/server-core.ts: constructor",
  "protocol/stateless/subscriptions.ts: notifySubscriptions",
  "redis/sessions/listeners.ts: deliver",
  "redis/sessions/resumed-streams.ts: #adopt",
  "redis/sessions/resumed-streams.ts: #watch",
  "redis/sessions/resumed-streams.ts: constructor",
];

/** Returns the name of the function that a call expression calls. */
function calledName({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : "";
}

/** Returns the functions of a source file that send messages in a loop. */
function sendingLoops(file: string, text: string): Set<string> {
  const found = new Set<string>();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node, owner: string, loops: boolean): void => {
    const { name } = node as { name?: ts.Node };
    if (ts.isFunctionLike(node) && name && "text" in name)
      owner = String(name.text);
    else if (ts.isConstructorDeclaration(node)) owner = "constructor";
    if (ts.isCallExpression(node)) {
      const called = calledName(node);
      if (loops && SENDING.test(called)) found.add(`${file}: ${owner}`);
      loops ||= ITERATING.test(called);
    }
    loops ||= ts.isIterationStatement(node, false);
    ts.forEachChild(node, (child) => visit(child, owner, loops));
  };
  visit(source, "", false);
  return found;
}

test("in the runtime, only the functions that this test lists send messages in a loop", () => {
  const files = readdirSync(FOLDER, { recursive: true }).map(String);
  const found = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...sendingLoops(file, readFileSync(join(FOLDER, file), "utf8")),
    ]);
  assert.equal(found.sort(), ALLOWED);
});

test.run();
