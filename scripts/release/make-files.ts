import { createHash } from 'node:crypto'
import { createReadStream, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import type { Image } from '@mkt/oci'
import { writeArchive } from '@mkt/oci'
import { cycloneDx, readContents } from '@mkt/oci/sbom'
import { type TarItem, writeTar } from '../../packages/oci/src/tar/write-tar.ts'
import { notesOf } from './plan-release.ts'

/** What takes long, so that a test can stand in for it. */
export interface Builders {
  image(): Promise<Image>
  /** Writes the packages that others install into this folder, which it may empty. */
  packages(folder: string): Promise<unknown>
}

const SUMS = 'SHA256SUMS'

/** Makes everything that belongs to a release: image, bill of materials, packages, chart, manifests, notes, checksums. */
export async function makeReleaseFiles(
  source: { root: string; version: string; now: Date },
  out: string,
  builders: Builders,
): Promise<string[]> {
  const { root, version, now } = source
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const image = await builders.image()
  try {
    await writeArchive(image, join(out, `mkt-${version}.tar`), { name: `mkt:${version}` })
    const subject = { name: 'mkt/platform', version, digest: image.digest }
    const bom = cycloneDx(await readContents(image), subject, { now, tool: { name: 'mkt', version } })
    await writeFile(join(out, `mkt-${version}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`)
  } finally {
    await image.close()
  }
  await builders.packages(join(out, 'packages'))
  await writeFile(join(out, `mkt-chart-${version}.tgz`), await archiveOf(join(root, 'deploy/chart'), 'mkt'))
  await cp(join(root, 'deploy/kubernetes/mkt.yaml'), join(out, `mkt-${version}.yaml`))
  writeFileSync(join(out, 'NOTES.md'), notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
  const names = filesBelow(out)
  const sums: string[] = []
  for (const name of names) sums.push(`${await sumOf(join(out, name))}  ${name}\n`)
  writeFileSync(join(out, SUMS), sums.join(''))
  return [...names, SUMS]
}

/** The same files give the same bytes. */
async function archiveOf(folder: string, name: string): Promise<Buffer> {
  const items = filesBelow(folder).map((file): TarItem => {
    const bytes = readFileSync(join(folder, file))
    return {
      type: 'file',
      path: `${name}/${file}`,
      size: bytes.length,
      content: () => [bytes],
    }
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTar(items)) chunks.push(chunk)
  return gzipSync(Buffer.concat(chunks), { level: 9 })
}

function filesBelow(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true, exclude: ['**/__pycache__/**'] })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
