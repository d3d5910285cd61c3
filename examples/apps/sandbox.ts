/** Script of the sandbox, which `host.ts` serves from another origin. */
import { runSandbox } from "../../out/app.js";

runSandbox(String(document.documentElement.dataset["host"]));
