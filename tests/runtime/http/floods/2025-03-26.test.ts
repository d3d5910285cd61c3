import { testFloods } from "../../../harness/hostile/floods.js";

testFloods("2025-03-26");
