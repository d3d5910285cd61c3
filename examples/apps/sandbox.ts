/** Script of the sandbox, which `host.ts` serves from another origin. */
import { runSandbox } from "../../out/2026-07-28/app.js";

runSandbox(String(document.documentElement.dataset["host"]));
