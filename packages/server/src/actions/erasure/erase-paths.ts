import { forgetPath } from '../../domain/erasure/forget-path.ts'
import { keptPaths, replacePaths } from '../../store/erasure/erased-paths.ts'
import type { Platform } from '../platform/platform.ts'
import type { ErasedThings } from './erase-documents.ts'

/** Paths are short, and nothing has to be opened. */
const BATCH = 1_000

/** Takes out of the paths of requests to the policy system what names one of the locators; without locators all of each. Returns how many paths. */
export async function erasePaths(
  { db }: Pick<Platform, 'db'>,
  { installationId, locators, span }: ErasedThings,
): Promise<number> {
  const scope = { installationId, span, named: locators !== null }
  let erased = 0
  for (let after = ''; ; ) {
    const batch = await keptPaths(db, scope, after, BATCH)
    const named = batch.filter(({ path }) => forgetPath(path, locators) !== path)
    const left = named.map(({ path }) => forgetPath(path, locators))
    const changed = named.length === 0 ? 0 : await replacePaths(db, installationId, named, left)
    erased += changed
    // Another erasure was at it at the same time: what that one left is read again.
    if (changed < named.length) continue
    if (batch.length < BATCH) return erased
    after = batch.at(-1)?.id ?? ''
  }
}
