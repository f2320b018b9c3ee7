// A plugin of esbuild: where a module reads a style sheet beside it, the bundle holds the sheet's text.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const reading = /readFileSync\(new URL\("([^"]+\.css)", import\.meta\.url\), "utf8"\)/g;

export const sheets = {
  name: "sheets",
  setup: (build) =>
    build.onLoad({ filter: /[\\/]packages[\\/](?:express|links|web)[\\/]src[\\/].+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(reading, (_, sheet) =>
        JSON.stringify(readFileSync(join(dirname(path), sheet), "utf8")),
      ),
      loader: "ts",
    })),
};
