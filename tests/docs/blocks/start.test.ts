/** Runs the code blocks of a group of pages: start. */
import { testPages } from "./pages.js";

testPages("start");
