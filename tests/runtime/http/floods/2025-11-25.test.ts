import { testFloods } from "../../../harness/hostile/floods.js";

testFloods("2025-11-25");
