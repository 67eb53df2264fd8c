import type { FileFacts, FoundPackage, Unread } from '../component.ts'
import { type ByteSource, bytesOf } from '../zip/byte-source.ts'
import { readZipDirectory, readZipEntry, type ZipEntry } from '../zip/read-zip.ts'
import { readProperties } from './properties.ts'

/** What all jars of one reading may cost together. */
export interface JarBudget {
  bytes: number
}

const limits = { entries: 200_000, directoryBytes: 64 * 1024 ** 2 }
const deepest = 4
const nestedBytes = 256 * 1024 ** 2
const propertiesBytes = 64 * 1024
const inner = /\.(jar|war|ear)$/i
const coordinates = /^(?:.*\/)?META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/

/**
 * The Maven artifacts of a jar: its own, those shaded into it, and those of jars inside it. A jar without coordinates is
 * named: what it holds cannot be told.
 */
export async function readJar(source: ByteSource, path: string, budget: JarBudget, depth = 0): Promise<FileFacts> {
  const packages: FoundPackage[] = []
  const unread: Unread[] = []
  const entries = await readZipDirectory(source, limits)
  for (const entry of entries) {
    const place = `${path}!/${entry.name}`
    try {
      if (coordinates.test(entry.name)) {
        const found = artifactOf((await readZipEntry(source, entry, propertiesBytes)).toString('utf8'))
        if (found === undefined) unread.push({ path: place, reason: 'names no Maven artifact' })
        else packages.push(found)
      } else if (inner.test(entry.name)) {
        const nested = await readInner(source, entry, place, budget, depth)
        packages.push(...(nested.packages ?? []))
        unread.push(...(nested.unread ?? []))
      }
    } catch (error) {
      unread.push({ path: place, reason: (error as Error).message })
    }
  }
  const compiled = entries.some(({ name }) => name.endsWith('.class'))
  if (packages.length === 0 && unread.length === 0 && compiled)
    unread.push({ path, reason: 'has no Maven coordinates' })
  return { packages, unread }
}

async function readInner(source: ByteSource, entry: ZipEntry, place: string, budget: JarBudget, depth: number) {
  if (depth >= deepest) throw new Error(`jars are nested deeper than ${deepest}`)
  budget.bytes -= entry.size
  if (budget.bytes < 0) throw new Error('the jars of this image hold more than is read')
  return readJar(bytesOf(await readZipEntry(source, entry, nestedBytes)), place, budget, depth + 1)
}

function artifactOf(text: string): FoundPackage | undefined {
  const { groupId, artifactId, version } = readProperties(text)
  return groupId && artifactId && version ? { type: 'maven', namespace: groupId, name: artifactId, version } : undefined
}
