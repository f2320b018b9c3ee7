/** A part of the bench, which prints its figures. */
export type Part = () => Promise<void>;

/**
 * Measures the parts one after the other. One that fails takes nothing from the others.
 * @returns the names of those that failed
 */
export async function measureParts(parts: Iterable<readonly [name: string, measure: Part]>): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, measure] of parts) {
    try {
      await untilFault(measure);
    } catch (error) {
      console.error(`\nThe part ${name} failed:`, error);
      failed.push(name);
    }
  }
  return failed;
}

/** Also ends with what a timer or an emitter of the part has thrown. */
async function untilFault(measure: Part): Promise<void> {
  const { promise: fault, reject } = Promise.withResolvers<never>();
  process.on("uncaughtException", reject);
  try {
    await Promise.race([measure(), fault]);
  } finally {
    process.off("uncaughtException", reject);
  }
}
