import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { imageOf, type RawEntry } from './testing/image-of.ts'
import { unpackImage } from './unpack-image.ts'

const file = (path: string, content: string, mode = 0o644): RawEntry => ({ path, content, mode })
const link = (path: string, linkPath: string): RawEntry => ({ path, flag: '2', linkPath })
const hard = (path: string, linkPath: string): RawEntry => ({ path, flag: '1', linkPath })
const dir = (path: string): RawEntry => ({ path: `${path}/`, flag: '5', mode: 0o755 })

describe('unpacking', () => {
  let outside: string
  let root: string
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'oci-unpack-'))
    root = join(outside, 'root')
  })
  afterEach(() => rmSync(outside, { recursive: true, force: true }))
  const unpack = async (...layers: RawEntry[][]) => unpackImage(await imageOf(layers), root)
  const text = (path: string) => readFileSync(join(root, path), 'utf8')

  it('leaves the final state of all layers', async () => {
    await unpack(
      [dir('d'), file('d/gone', '1'), file('d/kept', '2'), file('e/x', '3'), file('f', 'old')],
      [file('d/.wh.gone', ''), file('e/.wh..wh..opq', ''), file('e/y', '4'), file('f', 'new'), hard('g', 'f')],
    )
    expect(readdirSync(join(root, 'd'))).toEqual(['kept'])
    expect(readdirSync(join(root, 'e'))).toEqual(['y'])
    expect(text('f')).toBe('new')
    expect(lstatSync(join(root, 'g')).ino).toBe(lstatSync(join(root, 'f')).ino)
  })

  it('an opaque mark that comes late spares what its own layer wrote', async () => {
    await unpack([file('d/s/old', '1')], [file('d/s/new', '2'), file('d/.wh..wh..opq', '')])
    expect(readdirSync(join(root, 'd/s'))).toEqual(['new'])
  })

  it('drops setuid and setgid bits and leaves out device nodes', async () => {
    await unpack([file('su', 'x', 0o6755), { path: 'dev/sda', flag: '4' }, { path: 'pipe', flag: '6' }])
    expect(lstatSync(join(root, 'su')).mode & 0o7777).toBe(0o755)
    expect(existsSync(join(root, 'dev/sda'))).toBe(false)
    expect(existsSync(join(root, 'pipe'))).toBe(false)
  })

  it('keeps symbolic links as they are, even those that point out', async () => {
    await unpack([link('out', '/etc/passwd'), link('up', '../../x')])
    expect(readlinkSync(join(root, 'out'))).toBe('/etc/passwd')
    expect(readlinkSync(join(root, 'up'))).toBe('../../x')
  })

  it('writing below a link that points out stays inside the root', async () => {
    await unpack([link('d', '../../..'), link('abs', outside)], [file('d/planted', 'x'), file('abs/planted', 'y')])
    expect(existsSync(join(outside, 'planted'))).toBe(false)
    expect(text('planted')).toBe('x')
    expect(text(`${outside.slice(1)}/planted`)).toBe('y')
  })

  it('replacing a link writes the file, not the link’s target', async () => {
    writeFileSync(join(outside, 'victim'), 'untouched')
    await unpack([link('a', join(outside, 'victim'))], [file('a', 'new')])
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('untouched')
    expect(text('a')).toBe('new')
  })

  it('a hard link reaches nothing outside', async () => {
    writeFileSync(join(outside, 'secret'), 'secret')
    await expect(unpack([hard('a', '../secret')])).rejects.toMatchObject({ code: 'path_escape' })
    rmSync(root, { recursive: true, force: true })
    await expect(unpack([link('up', '..'), hard('a', 'up/secret')])).rejects.toMatchObject({ code: 'archive_invalid' })
  })

  it('a folder that became a link, a file or a folder again is followed correctly', async () => {
    await unpack([dir('d'), file('d/a', '1')], [link('d', 'e'), dir('e')], [file('d/b', '2')])
    expect(text('e/b')).toBe('2')
    expect(lstatSync(join(root, 'd')).isSymbolicLink()).toBe(true)
  })

  it('a layer may not replace the root', async () => {
    await expect(unpack([file('.', 'x'), file('./a', '1')])).resolves.toBeUndefined()
    expect(text('a')).toBe('1')
  })

  it('unpacks a layer once for all images that have it, and changes nothing of one image by another', async () => {
    const layers = join(outside, 'layers')
    const base = [
      file('bin/node', 'big', 0o755),
      file('etc/x', 'one'),
      hard('etc/y', 'etc/x'),
      dir('gone'),
      file('gone/z', ''),
    ]
    const images = [
      await imageOf([base, [file('app', '1')]]),
      await imageOf([base, [file('app', '2'), file('etc/x', 'two'), file('.wh.gone', '')]]),
    ]
    const roots = [join(outside, 'one'), join(outside, 'two'), join(outside, 'again')]
    for (const [index, image] of images.entries()) await unpackImage(image, roots[index] ?? '', { layers })
    await unpackImage(images[0] ?? (await imageOf([])), roots[2] ?? '', { layers })
    const read = (index: number, path: string) => readFileSync(join(roots[index] ?? '', path), 'utf8')
    const inode = (index: number) => lstatSync(join(roots[index] ?? '', 'bin/node')).ino
    expect(readdirSync(layers)).toHaveLength(3)
    expect([inode(1), inode(2)]).toEqual([inode(0), inode(0)])
    expect(lstatSync(join(roots[1] ?? '', 'bin/node')).mode & 0o777).toBe(0o755)
    expect([0, 1, 2].map((index) => read(index, 'app') + read(index, 'etc/x') + read(index, 'etc/y'))).toEqual([
      '1oneone',
      '2twoone',
      '1oneone',
    ])
    expect([0, 1, 2].map((index) => existsSync(join(roots[index] ?? '', 'gone')))).toEqual([true, false, true])
  })

  it('unpacks a layer once when several images want it at the same time', async () => {
    const layers = join(outside, 'layers')
    const image = await imageOf([[file('a', 'x')]])
    let reads = 0
    const blob: typeof image.blob = (layer) => {
      reads += 1
      return image.blob(layer)
    }
    const roots = ['one', 'two', 'three'].map((name) => join(outside, name))
    await Promise.all(roots.map((place) => unpackImage({ ...image, blob }, place, { layers })))
    expect(reads).toBe(1)
    expect(new Set(roots.map((place) => lstatSync(join(place, 'a')).ino)).size).toBe(1)
  })

  it('does not take a kept layer by what it is said to unpack to', async () => {
    const layers = join(outside, 'layers')
    const private_ = await imageOf([[file('secret', 'x')]])
    await unpackImage(private_, root, { layers })
    const forged = await imageOf([[file('mine', 'y')]])
    const config = { ...forged.config, rootfs: private_.config.rootfs }
    const claim = unpackImage({ ...forged, config, blob: (layer) => forged.blob(layer) }, join(outside, 'other'), {
      layers,
    })
    await expect(claim).rejects.toMatchObject({ code: 'digest_mismatch' })
    expect(readdirSync(layers)).toHaveLength(1)
  })

  it('refuses a folder that is not empty', async () => {
    await unpack([file('a', '1')])
    await expect(unpack([file('a', '1')])).rejects.toMatchObject({ code: 'unsupported' })
  })
})
