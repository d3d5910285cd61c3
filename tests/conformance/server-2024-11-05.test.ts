import { testServer } from "./server-suite.js";
import { applicableToServers } from "./suite.js";

const scenarios = await applicableToServers();

await testServer({
  revision: "2024-11-05",
  scenariosOf: "2025-06-18",
  wire: "2025-03-26",
  // There is neither elicitation nor audio yet.
  scenarios: scenarios.filter(
    (name) => !["tools-call-elicitation", "tools-call-audio"].includes(name),
  ),
  count: 25,
});
