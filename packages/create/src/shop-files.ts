import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Choices } from "./choices.ts";
import { filledTemplates } from "./templates.ts";

interface Manifest {
  version: string;
  devDependencies: Record<string, string>;
}

/** This package's own manifest. Its `devDependencies` have the versions of what a new shop depends on. */
export const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Manifest;

const addresses = { sqlite: "shop.db", postgres: "postgres://postgres:postgres@localhost:5432/shop" };
const ignored = ["node_modules/", ".env", "*.db", "*.db-shm", "*.db-wal", ""].join("\n");

/**
 * The name for package.json, from that of the folder: `Mi Tiendita Ñ` becomes `mi-tiendita-n`. Empty when nothing is
 * left.
 */
export function packageName(folder: string): string {
  return basename(resolve(folder))
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, 200);
}

/** A new random key for `encryptionKeys`, in base64. */
export const newKey = (): string => randomBytes(32).toString("base64");

/** The text of every file of a new shop, by its path. `.env` has a new key, and is for this computer only. */
export function shopFiles(folder: string, choices: Choices): Map<string, string> {
  const { language, code, database } = choices;
  const name = packageName(folder);
  const parts = ["shop", code, database];
  // A file of a later folder replaces one of an earlier folder.
  const folders = ["any", code, ...(database === "postgres" ? [`${code}-postgres`] : []), language];
  const filesWith = (key: string, password: string) => {
    const values = { name, ext: code, database: addresses[database], key, password };
    return filledTemplates(folders, choices, { values, parts });
  };
  const files = filesWith("", "");
  const environment = (key: string, password: string) => filesWith(key, password).get("env.example") ?? "";
  files.delete("env.example");
  return files
    .set(".env.example", environment("", ""))
    .set(".env", environment(newKey(), randomBytes(12).toString("base64url")))
    .set(".gitignore", ignored)
    .set("package.json", `${JSON.stringify(packageOf(name, choices), null, 2)}\n`);
}

function packageOf(name: string, { code, database }: Choices) {
  const withEnvironment = "node --env-file-if-exists=.env";
  const isTyped = code === "ts";
  const typesOf = (dependency: string) => (isTyped ? [`@types/${dependency}`] : []);
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=22.19" },
    scripts: {
      dev: `${withEnvironment} dev.${code}`,
      start: `${withEnvironment} src/server.${code}`,
      test: `${withEnvironment} --test "test/**/*.test.${code}"`,
      ...(isTyped && { typecheck: "tsc" }),
      ventanilla: `${withEnvironment} node_modules/@ventanilla/express/bin/ventanilla.js`,
    },
    dependencies: versionsOf(["@ventanilla/express", "express", "helmet", ...(database === "postgres" ? ["pg"] : [])]),
    devDependencies: versionsOf([
      ...typesOf("express"),
      ...typesOf("node"),
      ...(database === "postgres" ? typesOf("pg") : []),
      "@ventanilla/sandbox",
      ...(isTyped ? ["typescript"] : []),
    ]),
  };
}

function versionsOf(names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `^${manifest.devDependencies[name]}`]));
}
