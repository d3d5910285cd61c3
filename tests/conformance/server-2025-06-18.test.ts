import { testServer } from "./server-suite.js";
import { applicable } from "./suite.js";

await testServer({
  revision: "2025-06-18",
  scenarios: await applicable("2025-06-18", "server"),
  count: 27,
});
