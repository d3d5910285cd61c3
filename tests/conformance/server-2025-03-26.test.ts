import { testServer } from "./server-suite.js";
import { applicable } from "./suite.js";

const scenarios = await applicable("2025-06-18", "server");

await testServer({
  revision: "2025-03-26",
  scenariosOf: "2025-06-18",
  // There is no elicitation yet.
  scenarios: scenarios.filter((name) => name !== "tools-call-elicitation"),
  count: 26,
});
