import { expect, it } from 'vitest'
import { imageOf, type RawEntry, tarOf } from '../testing/image-of.ts'
import type { FileFacts } from './component.ts'
import { emptyScan } from './layer-scan.ts'
import { mergeScans } from './merge-scans.ts'
import { readContents } from './read-contents.ts'

const many = (count: number, entry: (index: number) => RawEntry) => Array.from({ length: count }, (_, i) => entry(i))
const packageIn = (folder: string, version = '1.0.0'): RawEntry => ({
  path: `${folder}/package.json`,
  content: JSON.stringify({ name: 'some', version }),
})

async function timed(...layers: (RawEntry[] | Buffer)[]) {
  const image = await imageOf(layers)
  const begun = process.threadCpuUsage()
  const contents = await readContents(image)
  return { ...contents, ms: process.threadCpuUsage(begun).user / 1000 }
}

it('a file of keys and values is read in time that grows with its length, whatever a publisher writes into it', async () => {
  const gap = ' '.repeat(400 * 1024)
  const { ms, components } = await timed([
    { path: 'jdk/release', content: `JAVA_VERSION="21.0.1"\nX=a${gap}b\n${gap}Y${gap.slice(0, 1000)}` },
    { path: 'etc/os-release', content: `ID=debian\nX = "${gap}\u2028"b\nVERSION_ID='12'` },
    { path: 'var/lib/dpkg/status', content: 'Package: p\nVersion: 1\n' },
  ])
  expect(components.map(({ purl }) => purl)).toEqual(['pkg:deb/debian/p@1?distro=debian-12', 'pkg:generic/java@21.0.1'])
  expect(ms).toBeLessThan(2_000)
})

it('folders that an upper layer removes or replaces cost no more than what is in them', () => {
  const folders = Array.from({ length: 30_000 }, (_, index) => `d${index}`)
  const facts: FileFacts = { packages: [{ type: 'npm', name: 'some', version: '1.0.0' }] }
  const lower = { ...emptyScan(), facts: folders.map((path): [string, FileFacts] => [`${path}/a/b`, facts]) }
  const begun = process.threadCpuUsage()
  for (const way of ['removed', 'opaque', 'replaced'] as const) {
    const upper = { ...emptyScan(), [way]: folders.slice(1) }
    expect(mergeScans([lower, upper]).components.flatMap(({ paths }) => paths)).toEqual(['d0/a/b'])
  }
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(3_000)
})

it('extended headers before one entry are limited together', async () => {
  const record = (key: string) => `${String(key.length + 6).padStart(2)} ${key}=v\n`
  const headers = many(3_000, (index) => ({
    path: 'pax',
    flag: 'x',
    content: many(60, (at) => ({ path: record(`k${index}-${at}`.padEnd(10, '_')) }))
      .map(({ path }) => path.trimStart())
      .join(''),
  }))
  await expect(timed(tarOf([...headers, { path: 'a', content: 'x' }]))).rejects.toMatchObject({
    code: 'limit_exceeded',
  })
  const few = tarOf([...headers.slice(0, 10), packageIn('node_modules/some')])
  expect((await timed(few)).components).toHaveLength(1)
})

it('a name or version that nobody gives a package is not listed, and named', async () => {
  const { components, unread } = await timed([
    { path: 'x.egg-info', content: `Name: x\nVersion: ${'1-'.repeat(10_000)}\n` },
    { path: 'jdk/release', content: `JAVA_VERSION=${'1.'.repeat(10_000)}` },
    { path: 'etc/os-release', content: `ID=${'d'.repeat(10_000)}` },
    packageIn('node_modules/some'),
  ])
  expect(components.map(({ purl }) => purl)).toEqual(['pkg:npm/some@1.0.0'])
  expect(unread.map(({ path }) => path)).toEqual(['jdk/release', 'x.egg-info'])
})

it('a link that is longer than any file system takes is refused', async () => {
  const length = 5_000
  const pax = `${length + 18} linkpath=${'a/'.repeat(length / 2)}bc\n`
  const layer = tarOf([
    { path: 'pax', flag: 'x', content: pax.replace(/^\d+/, String(pax.length)) },
    { path: 'l', flag: '2', linkPath: 'short' },
  ])
  await expect(timed(layer)).rejects.toMatchObject({ code: 'archive_invalid' })
})
