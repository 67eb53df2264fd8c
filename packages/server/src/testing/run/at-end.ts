type End = () => unknown

const ends: End[] = []

/** Runs when the tests of this file are over, wherever it is called: `afterAll` has no effect inside a hook or a test. */
export function atEnd(end: End): void {
  ends.push(end)
}

/** Runs what was left for the end, the latest first. One that fails keeps no other from running. */
export async function runEnds(): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'Several things did not end.')
}
