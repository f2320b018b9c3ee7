import { isDeepStrictEqual } from "node:util";

/**
 * Makes what is equal in two values one object in memory: the sessions of a shop differ in a few texts only.
 * @returns `like` where all is equal, else `value`, whose equal properties are now those of `like`
 */
export function shareEqual<T extends object>(value: T, like: T | undefined): T {
  if (like === undefined) return value;
  if (isDeepStrictEqual(value, like)) return like;
  for (const name of Object.keys(value) as (keyof T)[]) {
    if (isDeepStrictEqual(value[name], like[name])) value[name] = like[name];
  }
  return value;
}
