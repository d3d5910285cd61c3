/** One server, started once, with the scenarios of every revision that has some. */
import { testOneServer } from "./server-suite.js";
import { applicableToServers, required } from "./suite.js";

await testOneServer("all", [
  {
    revision: "2026-07-28",
    scenarios: required("2026-07-28", "server"),
    count: 37,
  },
  {
    revision: "2025-11-25",
    scenarios: required("2025-11-25", "server"),
    count: 30,
  },
  {
    revision: "2025-06-18",
    scenarios: await applicableToServers(),
    count: 27,
  },
]);
