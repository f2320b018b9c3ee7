import { ArgumentError } from "@ventanilla/web";
import { type Profile, type SwitchName, type SwitchValue, switchTable } from "./switch-table.ts";

/** A switch as the control API lists it. */
export type SwitchState = {
  /** As `switches.set` and the control API take it. */
  name: SwitchName;
  /** The present value: one of `values`. */
  value: string;
  /** Every value that it can have. */
  values: readonly string[];
  /** What it decides, in Spanish. */
  es: string;
  /** What it decides, in English. */
  en: string;
};

/** The switches of one sandbox. */
export type Switches = {
  /** The present value of a switch. */
  get<N extends SwitchName>(name: N): SwitchValue<N>;
  /**
   * Sets a switch, until it is set again.
   *
   * @throws ArgumentError when there is no such switch, or it has no such value
   */
  set(name: string, value: string): void;
  /** Every switch with its present value. */
  list(): SwitchState[];
};

/**
 * Makes all switches, with the values of the profile.
 *
 * @param onChanged receives each switch that is set
 */
export function makeSwitches(profile: Profile, onChanged: (state: SwitchState) => void): Switches {
  const names = Object.keys(switchTable) as SwitchName[];
  const values = new Map<string, string>(names.map((name) => [name, switchTable[name][profile]]));
  const describe = (name: SwitchName): SwitchState => {
    const { values: all, es, en } = switchTable[name];
    return { name, value: values.get(name) ?? "", values: all, es, en };
  };
  return {
    // The map holds nothing but what the table allows for the name.
    get: <N extends SwitchName>(name: N) => values.get(name) as SwitchValue<N>,
    set(name, value) {
      const known = names.find((candidate) => candidate === name);
      if (known === undefined) throw new ArgumentError(`name: expected one of ${names.join(", ")}`);
      if (!(switchTable[known].values as readonly unknown[]).includes(value)) {
        throw new ArgumentError(`value: expected one of ${switchTable[known].values.join(", ")} for ${known}`);
      }
      values.set(known, value);
      onChanged(describe(known));
    },
    list: () => names.map(describe),
  };
}
