const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/** How long to wait before a process is started again, by how often it failed in a row. */
export function restartWait(failures: number): number {
  return failures === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
}
