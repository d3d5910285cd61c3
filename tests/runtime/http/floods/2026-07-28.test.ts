import { testFloods } from "../../../harness/hostile/floods.js";

testFloods("2026-07-28");
