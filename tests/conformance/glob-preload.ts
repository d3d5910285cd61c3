/** Preloaded by the suite's process: see `glob-hooks.ts`. */
import { register } from "node:module";

register(new URL("./glob-hooks.js", import.meta.url));
