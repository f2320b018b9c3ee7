#!/usr/bin/env node
import "../dist/operate/cli/index.js";
