/** Runs the code blocks of a group of pages: others. */
import { testPages } from "./pages.js";

testPages("others");
