/**
 * Runs the code blocks of README.md and of the getting-started and migration
 * pages.
 */
import { testPages } from "./pages.js";

testPages("start");
