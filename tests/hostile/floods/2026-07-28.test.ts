import { testFloods } from "./floods.js";

testFloods("2026-07-28");
