import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Programs that tests start are compiled once for all of them, in a folder of this run: many lie in folders that are never seen again. Suites
 * that run together share it.
 */
export function compiledFolder(): string {
  const given = process.env.MKT_TEST_COMPILED
  if (given !== undefined) return given
  const folder = mkdtempSync(join(tmpdir(), 'mkt-compiled-'))
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Something that just ends still writes there; the system clears its folder for such things.
    }
  })
  return folder
}
