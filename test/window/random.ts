/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to 1, without it. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  one<T>(values: readonly [T, ...T[]]): T;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    one: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  };
}
