import { testServer } from "./server-suite.js";
import { applicableToServers } from "./suite.js";

await testServer({
  revision: "2025-06-18",
  scenarios: await applicableToServers(),
  count: 27,
});
