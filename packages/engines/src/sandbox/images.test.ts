import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ImageSource } from '../image-source.ts'
import { createImages } from './images.ts'

let home: string
let folder: string
let layers: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mkt-images-'))
  folder = join(home, 'images')
  layers = join(home, 'layers')
  await mkdir(folder)
})
afterEach(() => rm(home, { recursive: true }))

const open = () => createImages(folder, layers)
const config = { env: [], entrypoint: ['x'], cmd: [], workingDir: '/', user: '' }

function source(
  digest: string,
  fill: (root: string) => Promise<void> = async () => {},
): ImageSource & { times: number } {
  const made = {
    digest,
    reference: 'x',
    credential: null,
    times: 0,
    async unpack(root: string) {
      made.times += 1
      await fill(root)
      return config
    },
  }
  return made
}

it('unpacks an image once, however often and from wherever it is asked for', async () => {
  const image = source('sha256:a')
  await Promise.all([open().unpacked(image), open().unpacked(image)])
  const images = open()
  expect((await images.unpacked(image)).config).toEqual(config)
  expect(image.times).toBeLessThanOrEqual(2)
  expect((await readdir(folder)).filter((name) => name.startsWith('sha256'))).toEqual(['sha256-a'])
})

it('makes real what is mounted over, and everything readable', async () => {
  const { root } = await open().unpacked(
    source('sha256:b', async (place) => {
      await symlink('/etc', join(place, 'etc'))
      await symlink('/', join(place, 'tmp'))
      await mkdir(join(place, 'private'), { mode: 0o700 })
      await writeFile(join(place, 'private', 'tool'), 'x', { mode: 0o700 })
    }),
  )
  expect((await stat(join(root, 'etc', 'hosts'))).isFile()).toBe(true)
  expect(await readFile(join(root, 'etc', 'hosts'), 'utf8')).toBe('')
  expect((await stat(join(root, 'tmp'))).isDirectory()).toBe(true)
  expect((await stat(join(root, 'private'))).mode & 0o777).toBe(0o755)
  expect((await stat(join(root, 'private', 'tool'))).mode & 0o777).toBe(0o755)
})

it('leaves nothing behind when an image cannot be unpacked', async () => {
  const broken = source('sha256:c', () => Promise.reject(new Error('torn')))
  await expect(open().unpacked(broken)).rejects.toThrow('torn')
  expect(await readdir(folder)).toEqual([])
})

it('removes images that nobody used for an hour, and keeps those in use', async () => {
  const images = open()
  for (const digest of ['sha256:old', 'sha256:used', 'sha256:fresh']) await images.unpacked(source(digest))
  const before = new Date(Date.now() - 2 * 3600_000)
  for (const name of ['sha256-old', 'sha256-used']) await utimes(join(folder, name, 'config.json'), before, before)
  await images.prune(new Set(['sha256:used']))
  expect((await readdir(folder)).sort()).toEqual(['sha256-fresh', 'sha256-used'])
})

it('keeps the layers that images link, and forgets the others after an hour', async () => {
  const before = new Date(Date.now() - 2 * 3600_000)
  for (const name of ['linked', 'unused', 'fresh']) {
    await mkdir(join(layers, name), { recursive: true })
    for (const file of ['0', 'entries.json']) await writeFile(join(layers, name, file), '')
    if (name !== 'fresh') await utimes(join(layers, name, 'entries.json'), before, before)
  }
  const images = open()
  await images.unpacked(source('sha256:a', (root) => link(join(layers, 'linked', '0'), join(root, 'tool'))))
  await images.prune(new Set(['sha256:a']))
  expect((await readdir(layers)).sort()).toEqual(['fresh', 'linked'])
})
