import { testServer } from "./server-suite.js";
import { required } from "./suite.js";

/** Scenarios that the suite has, and does not count. */
const UNSCORED = [
  "json-schema-2020-12",
  "server-session-lifecycle",
  "server-sse-polling",
];

await testServer({
  revision: "2025-11-25",
  scenarios: [...required("2025-11-25", "server"), ...UNSCORED],
  count: 30 + UNSCORED.length,
});
