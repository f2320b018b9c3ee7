import { randomUUID } from "node:crypto";
import pg from "pg";

// An empty database for one test, on the server of DATABASE_URL. Its user has to be allowed to create databases.
export async function scratchDatabase() {
  const address = process.env.DATABASE_URL;
  if (!address) throw new Error("DATABASE_URL is missing: copy .env.example to .env.");
  const name = `shop_test_${randomUUID().replaceAll("-", "")}`;
  await run(address, `create database ${name}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    remove: () => run(address, `drop database ${name} with (force)`),
  };
}

async function run(connectionString, statement) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
