import { testFloods } from "./floods.js";

testFloods("2024-11-05");
