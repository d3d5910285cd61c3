import { testServer } from "./server-suite.js";
import { applicableToServers } from "./suite.js";

const scenarios = await applicableToServers();

await testServer({
  revision: "2025-03-26",
  scenariosOf: "2025-06-18",
  // There is no elicitation yet.
  scenarios: scenarios.filter((name) => name !== "tools-call-elicitation"),
  count: 26,
});
