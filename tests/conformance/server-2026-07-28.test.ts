import { testServer } from "./server-suite.js";
import { required } from "./suite.js";

/** Scenarios that the suite has, and does not count; those of tasks aside. */
const UNSCORED = [
  "http-custom-header-server-validation",
  "http-header-validation",
  "json-schema-2020-12",
];

await testServer({
  revision: "2026-07-28",
  scenarios: [...required("2026-07-28", "server"), ...UNSCORED],
  count: 37 + UNSCORED.length,
});
