/** Runs the code blocks of a group of pages: clients. */
import { testPages } from "./pages.js";

testPages("clients");
