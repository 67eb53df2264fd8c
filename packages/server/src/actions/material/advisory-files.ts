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

/** Scope of an archive: an ecosystem, or single releases of a distribution. */
export interface ArchiveScope {
  base: string
  /** Empty: all of the ecosystem. */
  releases: string[]
}

/**
 * The one ecosystem that every advisory of an archive speaks of; undefined for a mixed archive. An archive of one release of a
 * distribution (`Debian:12/all.zip`) says nothing about the others, although some of its advisories name them.
 */
export async function archiveScope(files: AsyncIterable<AdvisoryFile>): Promise<ArchiveScope | undefined> {
  let bases = new Set<string>()
  let names = new Set<string>()
  let seen = 0
  for await (const { text } of files) {
    const advisory = readAdvisory(text)
    if ('wrong' in advisory || advisory.affected.length === 0) continue
    const named = new Set(advisory.affected.map(({ ecosystem }) => ecosystem))
    const about = new Set([...named].map(ecosystemBase))
    names = seen === 0 ? named : common(names, named)
    bases = seen === 0 ? about : common(bases, about)
    seen += 1
    if (bases.size === 0) return undefined
    // Advisories of a distribution are read until two of them have no release in common.
    if (seen >= SAMPLE && [...names].every((name) => !name.includes(':'))) break
  }
  const [base] = [...bases]
  if (base === undefined || bases.size > 1) return undefined
  return { base, releases: [...names].filter((name) => name.startsWith(`${base}:`)).sort() }
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one].filter((name) => other.has(name)))
}
