// The control API of the same origin: commands, and the stream of what happens.
import { announce } from "./dom.js";
import { t } from "./words.js";

/** Sends a command and gives its answer; undefined when the bank did not take it, which is announced. */
export async function command(method, path, body) {
  try {
    const response = await fetch(`/control/${path}`, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === "" ? {} : JSON.parse(text);
    if (response.ok) return answer;
    announce(`${t("failed")}: ${answer.message ?? response.status}`);
  } catch {
    announce(`${t("failed")}: ${t("lost")}`);
  }
  return undefined;
}

async function read(path) {
  const response = await fetch(`/control/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

const kinds = ["session", "transaction", "wire", "clock", "fault", "switch", "token"];
const slowest = 8000;

/**
 * Follows the bank until the page goes: `opened` with the whole state and wire log after each (re)connection,
 * `happened` with each event, `changed` with `connecting`, `live` or `lost`.
 */
export function follow({ opened, happened, changed }) {
  let wait = 500;

  function connect() {
    const stream = new EventSource("/control/events");
    let isOver = false;
    // What happens while the state is on its way comes after it.
    let early = [];
    let generation = 0;
    // By hand, because a browser gives up for good after some answers and hammers after others.
    const connectAgain = () => {
      // The stream and a request for the state may both fail.
      if (isOver) return;
      isOver = true;
      stream.close();
      changed("lost");
      setTimeout(connect, wait);
      wait = Math.min(slowest, wait * 2);
    };
    const load = async () => {
      const mine = ++generation;
      early = [];
      try {
        const [state, wire] = await Promise.all([read("state"), read("wire")]);
        if (isOver || mine !== generation) return;
        opened(state, wire);
        for (const [kind, value] of early) happened(kind, value);
        early = undefined;
        wait = 500;
        changed("live");
      } catch {
        if (mine === generation) connectAgain();
      }
    };
    stream.addEventListener("open", () => void load());
    stream.addEventListener("reset", () => void load());
    for (const kind of kinds)
      stream.addEventListener(kind, ({ data }) => {
        const value = JSON.parse(data);
        if (early) early.push([kind, value]);
        else happened(kind, value);
      });
    stream.addEventListener("error", connectAgain);
  }

  changed("connecting");
  connect();
}
