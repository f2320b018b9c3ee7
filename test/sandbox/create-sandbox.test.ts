import assert from "node:assert/strict";
import { test } from "node:test";
import { createSandbox, testCards } from "@ventanilla/sandbox";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, create, follow, open, post, query } from "./shop.ts";

test("it refuses production unless forced by name", async (t) => {
  const { NODE_ENV } = process.env;
  t.after(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });
  process.env.NODE_ENV = "production";
  await assert.rejects(createSandbox(), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: /NODE_ENV.*dangerouslyAllowProduction/,
  });
  const sandbox = await createSandbox({ dangerouslyAllowProduction: true });
  await sandbox.close();
});

test("it refuses an address that other machines reach unless forced by name", async () => {
  for (const host of ["0.0.0.0", "::", "192.168.1.7", "bank.example", "127.0.0.1.example", "localhost.example"]) {
    await assert.rejects(createSandbox({ host }), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: /^host: .*dangerouslyAllowRemote/,
    });
  }
  const sandbox = await createSandbox({ host: "0.0.0.0", dangerouslyAllowRemote: true });
  await sandbox.close();
});

test("it listens on any loopback name and says where", async () => {
  for (const host of ["127.0.0.1", "127.0.0.2", "localhost"]) {
    const sandbox = await createSandbox({ host });
    assert.match(sandbox.url, new RegExp(`^http://${host}:\\d+$`));
    assert.equal((await fetch(`${sandbox.url}/sessions`)).status, 405);
    await sandbox.close();
  }
});

test("a wrong option is an ArgumentError that names it", async () => {
  for (const [options, message] of [
    [{ port: 70_000 }, /^port:/],
    [{ port: -1 }, /^port:/],
    [{ port: 1.5 }, /^port:/],
    [{ host: "" }, /^host:/],
    [{ now: 7 }, /^now:/],
    [{ log: "console" }, /^log:/],
    [{ profile: "test" }, /^profile:/],
    [{ seed: 1.5 }, /^seed:/],
    [{ seed: -1 }, /^seed:/],
    [{ batchClose: "7 PM" }, /^batchClose:/],
    [{ timeZone: "Mars" }, /^timeZone:/],
    [{ batchclose: "18:00" }, /^batchclose: unknown option, did you mean batchClose\?$/],
    [{ verbose: true }, /^verbose: unknown option, expected one of port, /],
    [{ tls: "yes" }, /^tls: expected true or false$/],
  ] as const) {
    await assert.rejects(createSandbox(options as object), { code: "ERR_VENTANILLA_ARGUMENT", message });
  }
});

test("a port in use is the system's error", async () => {
  const sandbox = await bank();
  await assert.rejects(createSandbox({ port: Number(new URL(sandbox.url).port) }), { code: "EADDRINUSE" });
});

test("close() drops open connections and frees the port", async () => {
  const first = await createSandbox();
  const events = await fetch(`${first.url}/control/events`);
  await first.close();
  await assert.rejects(events.text());
  const second = await createSandbox({ port: Number(new URL(first.url).port) });
  await second.close();
});

test("the clock moves, and comes back", async () => {
  const { clock } = await bank({ now: () => 1000 });
  clock.advance(500);
  clock.advance(-200);
  assert.equal(clock.now(), 1300);
  clock.reset();
  assert.equal(clock.now(), 1000);
  assert.throws(() => clock.advance(Number.NaN), { code: "ERR_VENTANILLA_ARGUMENT", message: /^advance: ms/ });
});

test("the test cards pass Luhn, are unique, and cover the common declines", () => {
  const numbers = testCards.map(({ number }) => number);
  assert.equal(new Set(numbers).size, numbers.length);
  for (const number of numbers) {
    const sum = Array.from(number)
      .toReversed()
      .reduce((total, digit, i) => {
        const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
        return total + (value > 9 ? value - 9 : value);
      }, 0);
    assert.equal(sum % 10, 0, number);
  }
  const codes = new Set(testCards.map(({ ResponseCode }) => ResponseCode));
  for (const code of ["00", "05", "10", "14", "41", "43", "51", "54", "61", "62", "91", "99", "TF"]) {
    assert.ok(codes.has(code), code);
  }
});

test("no full card number, CVV or session key leaves by any way, right or wrong entry", async () => {
  const lines: string[] = [];
  const seen: string[] = [];
  const sandbox = await bank({ log: (line) => lines.push(line) });
  const number = "4761340000001512";
  const cvv = "738";
  const real = "4539148803436467";
  const note = async (response: Response): Promise<Response> => {
    seen.push(response.headers.get("location") ?? "", await response.clone().text());
    return response;
  };
  const session = await create(sandbox, { CreditCardNumber: real, cvv, [real]: real });
  const page = await open(sandbox, session);
  for (const fields of [
    { ...cardForm(number), cvv: "73899" },
    { ...cardForm(real), cvv },
    { ...cardForm(number), expiry: number },
    { ...cardForm(number), cvv: number },
    { ...cardForm(number), cvv, lang: real },
    { ...cardForm("4761340000000050"), cvv },
  ]) {
    const response = await note(await post(page, fields));
    if (response.status === 303) await note(await follow(response));
  }
  await note(await fetch(await open(sandbox, session)));
  seen.push((await query(sandbox, session)).body, JSON.stringify(sandbox.sessions()), ...lines);
  // The page's list of test cards is the one place where their numbers belong.
  // Random identifiers go too, which may hold any three digits.
  const all = seen
    .join("\n")
    .replace(/<li data-number=.*?<\/li>/gs, "")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:sess-|txn-)[0-9a-f]{32}\b|\b\d{5,13}[0-9A-Z]?\b/g, "");
  for (const secret of [number, real, "4761 3400 0000 1512", cvv, session["session-key"], "4761340000000050"]) {
    for (const form of [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]) {
      assert.equal(all.includes(form), false, `found ${form}`);
    }
  }
  assert.match(all, /476134______0050/);
});
