#!/usr/bin/env node
import { processIo } from "./commands/io.js";
import { main } from "./commands/main.js";

process.exitCode = await main(process.argv.slice(2), processIo());
