import { type ByteSource, readZipDirectory, readZipEntry } from '@mkt/oci/sbom'
import { readAdvisory } from '../../domain/material/advisory.ts'
import { ecosystemBase } from '../../domain/material/versions/version-order.ts'

const limits = { entries: 2_000_000, directoryBytes: 512 * 1024 ** 2 }
const ADVISORY_BYTES = 16 * 1024 ** 2
/** As many advisories show which ecosystem an archive is about. */
const SAMPLE = 200

export interface AdvisoryFile {
  name: string
  text: string
}

/** The files of an OSV archive, or the one advisory that the file itself is. */
export async function* advisoryFiles(source: ByteSource, name: string): AsyncGenerator<AdvisoryFile> {
  const head = await source.read(0, 2)
  if (head.toString('latin1') !== 'PK') {
    yield { name, text: (await source.read(0, ADVISORY_BYTES)).toString('utf8') }
    return
  }
  for (const entry of await readZipDirectory(source, limits)) {
    if (!entry.name.endsWith('.json')) continue
    yield { name: entry.name, text: (await readZipEntry(source, entry, ADVISORY_BYTES)).toString('utf8') }
  }
}

/** The one ecosystem that every advisory of an archive speaks of; undefined for a mixed archive and a single advisory. */
export async function archiveEcosystem(files: AsyncIterable<AdvisoryFile>): Promise<string | undefined> {
  let common: Set<string> | undefined
  let seen = 0
  for await (const { name, text } of files) {
    if (seen === 0 && !name.endsWith('.json')) return undefined
    const advisory = readAdvisory(text)
    if ('wrong' in advisory || advisory.affected.length === 0) continue
    const bases = new Set(advisory.affected.map(({ ecosystem }) => ecosystemBase(ecosystem)))
    common = common === undefined ? bases : new Set([...common].filter((base) => bases.has(base)))
    seen += 1
    if (common.size === 0 || seen === SAMPLE) break
  }
  return common?.size === 1 ? [...common][0] : undefined
}
