import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileBytes } from '@mkt/oci/sbom'
import { type Advisory, readAdvisory } from '../../domain/material/advisory.ts'
import { ecosystemBase, ecosystems } from '../../domain/material/versions/version-order.ts'
import type { Trx } from '../../store/database/transaction.ts'
import {
  deleteEmptyAdvisories,
  forgetEcosystem,
  putAdvisories,
  putAdvisoryData,
} from '../../store/material/advisories.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { type AdvisoryFile, type ArchiveScope, advisoryFiles, archiveScope } from './advisory-files.ts'
import { matchReleases } from './match-releases.ts'

const BATCH = 200
const MAX_REFUSED = 20

export interface Imported {
  ecosystems: string[]
  advisories: number
  /** Files that are no usable advisory; the first of them by name. */
  refused: number
  refusals: { name: string; reason: string }[]
  releases: number
  newFindings: number
}

/**
 * Imports an OSV archive (`<ecosystem>/all.zip`) or a single advisory, and matches every release again. An archive of one
 * ecosystem, or of one release of a distribution, replaces what is known of it, so advisories that left the archive are gone. All of it
 * happens, or nothing.
 */
export async function importAdvisories(platform: Changing, file: string): Promise<Imported> {
  const handle = await open(file, 'r')
  try {
    const source = fileBytes(handle, (await handle.stat()).size)
    const files = () => advisoryFiles(source, basename(file))
    const single = (await source.read(0, 2)).toString('latin1') !== 'PK'
    const whole = single ? undefined : await archiveScope(files())
    return await changeByPlatform(platform, async (unit) => {
      const read = await store(unit.trx, files(), whole, unit.now)
      const matched = await matchReleases(unit)
      const { ecosystems: imported, advisories } = read
      const details = { file: basename(file), ecosystems: imported, advisories, ...matched }
      const id = whole === undefined ? 'mixed' : scopesOf(whole).join(', ')
      return unit.record('advisory.import', { organizationId: null, id, details }).with({ ...read, ...matched })
    })
  } finally {
    await handle.close()
  }
}

async function store(
  trx: Trx,
  files: AsyncIterable<AdvisoryFile>,
  whole: ArchiveScope | undefined,
  now: Date,
): Promise<Omit<Imported, 'releases' | 'newFindings'>> {
  const scopes = whole === undefined ? [] : scopesOf(whole)
  for (const scope of scopes) await forgetEcosystem(trx, scope)
  const bases = whole === undefined ? ecosystems : [whole.base]
  const seen = new Map<string, { advisories: number; newestAt: Date }>()
  const refusals: Imported['refusals'] = []
  let [advisories, refused] = [0, 0]
  let batch = new Map<string, Advisory>()
  const flush = async () => {
    await putAdvisories(trx, [...batch.values()], bases)
    batch = new Map()
  }
  for await (const { name, text } of files) {
    const advisory = readAdvisory(text)
    if ('wrong' in advisory) {
      refused += 1
      if (refusals.length < MAX_REFUSED) refusals.push({ name, reason: advisory.wrong })
      continue
    }
    advisories += 1
    const named = advisory.affected.flatMap(({ ecosystem }) => [ecosystem, ecosystemBase(ecosystem)])
    for (const name of new Set(named)) {
      const known = seen.get(name) ?? { advisories: 0, newestAt: advisory.modifiedAt }
      const newestAt = new Date(Math.max(known.newestAt.getTime(), advisory.modifiedAt.getTime()))
      if (bases.includes(ecosystemBase(name))) seen.set(name, { advisories: known.advisories + 1, newestAt })
    }
    batch.set(advisory.id, advisory)
    if (batch.size >= BATCH) await flush()
  }
  await flush()
  if (whole !== undefined) await deleteEmptyAdvisories(trx)
  // A single advisory, or a mixed archive, says nothing about how complete an ecosystem is.
  for (const scope of scopes) {
    const facts = seen.get(scope) ?? { advisories: 0, newestAt: null }
    await putAdvisoryData(trx, { ecosystem: scope, ...facts, importedAt: now })
  }
  const imported = whole === undefined ? [...seen.keys()].filter((name) => !name.includes(':')) : scopes
  return { ecosystems: imported.sort(), advisories, refused, refusals }
}

function scopesOf({ base, releases }: ArchiveScope): string[] {
  return releases.length === 0 ? [base] : releases
}
