import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobSource, OciError } from '@mkt/oci'
import { afterAll, describe, expect, it } from 'vitest'
import { blobsOf, type RawEntry, tarOf } from '../../../../../oci/src/testing/image-of.ts'
import { childPid } from '../../../testing/run/child-pid.ts'
import { createImageReader } from './image-reader.ts'
import type { ImageBytes } from './image-task.ts'
import { readImageApart } from './read-image-apart.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-apart-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PROGRAM = 'image-process.ts'
const manifest = { kind: 'file', path: '/platform-app.json', maxBytes: 1_000 } as const
const pid = () => childPid(PROGRAM) as number
const cause = (reading: Promise<unknown>) => reading.catch((error: unknown) => error)

function imageOf(layers: (RawEntry[] | Buffer)[], change: Partial<BlobSource> = {}): ImageBytes {
  const { digest, source } = blobsOf(layers)
  return { digest, blobs: { open: source.open, manifest: source.manifest, ...change } }
}
const small = (change?: Partial<BlobSource>) => imageOf([[{ path: 'platform-app.json', content: '{}' }]], change)

describe('an image of strangers', () => {
  it('is read in a process of its own that has a low priority and nothing of the environment', async () => {
    const { content, platform, user } = await readImageApart('check', 'acme', small(), manifest)
    expect([Buffer.from(content ?? []).toString(), platform, user]).toEqual([
      '{}',
      { architecture: 'amd64', os: 'linux' },
      '',
    ])
    const status = readFileSync(`/proc/${pid()}/stat`, 'utf8').split(') ')[1]?.split(' ')
    expect(status?.[16]).toBe(String(Math.max(10, getPriority())))
    const names = readFileSync(`/proc/${pid()}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
    expect(names.filter((name) => name !== '' && name !== 'NODE_CHANNEL_FD')).toEqual([
      'TMPDIR',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ])
  })

  it('has no file where it has none, and packages and files are read from all of its layers', async () => {
    const image = imageOf([
      [{ path: 'app/node_modules/a/package.json', content: '{"name":"a","version":"1.2.3"}' }],
      [{ path: 'app/large', content: Buffer.alloc(3_000_000, 'x') }],
    ])
    expect((await readImageApart('check', 'acme', image, manifest)).content).toBeUndefined()
    const { components } = await readImageApart('check', 'acme', image, { kind: 'contents', limitMs: 60_000 })
    expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 1.2.3'])
    const directory = join(folder, 'root')
    const start = await readImageApart('check', 'acme', image, {
      kind: 'unpack',
      directory,
      layers: join(folder, 'layers'),
    })
    expect(start.workingDir).toBe('/')
    expect(readFileSync(join(directory, 'app/large'))).toHaveLength(3_000_000)
    expect(readdirSync(join(folder, 'layers'))).toHaveLength(2)
  })

  it('that is at fault is refused with the reason', async () => {
    const cut = imageOf([tarOf([{ path: 'a', content: 'x'.repeat(5_000) }]).subarray(0, 2_000)])
    expect(await cause(readImageApart('check', 'acme', cut, manifest))).toMatchObject({ code: 'archive_invalid' })
    const big = { ...manifest, maxBytes: 1 }
    const refused = await cause(readImageApart('check', 'acme', small(), big))
    expect(refused).toBeInstanceOf(OciError)
    expect(refused).toMatchObject({
      code: 'limit_exceeded',
      message: '/platform-app.json has 2 bytes; at most 1 are read',
    })
  })

  it('whose bytes the storage does not give fails with what the storage says', async () => {
    const gone = new Error('the storage is away')
    const open = () => Promise.reject(gone)
    expect(await cause(readImageApart('check', 'acme', small({ open }), manifest))).toBe(gone)
    expect(await cause(readImageApart('check', 'acme', small({ manifest: open }), manifest))).toBe(gone)
  })

  it('is closed when it was read', async () => {
    let closed = 0
    const close = async () => {
      closed += 1
    }
    await readImageApart('check', 'acme', small({ close }), manifest)
    expect(closed).toBe(1)
  })

  it('is read again where its process is killed meanwhile, and refused where that happens twice', async () => {
    const { digest, blobs } = small()
    let kills = 1
    const open: BlobSource['open'] = (descriptor) => {
      kills -= 1
      if (kills >= 0) process.kill(pid(), 'SIGKILL')
      return blobs.open(descriptor)
    }
    const image = { digest, blobs: { ...blobs, open } }
    expect(Buffer.from((await readImageApart('check', 'acme', image, manifest)).content ?? []).toString()).toBe('{}')
    kills = 2
    expect(await cause(readImageApart('check', 'acme', image, manifest))).toMatchObject({ code: 'limit_exceeded' })
  })

  it('is unpacked from the beginning where its process was killed in the middle', async () => {
    const { digest, blobs } = imageOf([[{ path: 'a', content: 'a' }], [{ path: 'b', content: 'b' }]])
    let opened = 0
    const open: BlobSource['open'] = (descriptor) => {
      opened += 1
      // The second layer: the first one is unpacked.
      if (opened === 3) process.kill(pid(), 'SIGKILL')
      return blobs.open(descriptor)
    }
    const directory = join(folder, 'again')
    await readImageApart(
      'start',
      'acme',
      { digest, blobs: { ...blobs, open } },
      {
        kind: 'unpack',
        directory,
        layers: join(folder, 'layers-again'),
      },
    )
    expect(readdirSync(directory).sort()).toEqual(['a', 'b'])
  })

  it('is nobody’s fault where its process cannot be started', async () => {
    const former = process.env.TMPDIR
    process.env.TMPDIR = join(folder, 'missing')
    try {
      const reader = createImageReader({ deadlineMs: 60_000 })
      const error = await cause(reader.read(small(), manifest))
      expect(error).toMatchObject({ code: 'ENOENT' })
      expect(error).not.toBeInstanceOf(OciError)
    } finally {
      if (former === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = former
    }
  })

  it('that takes too long is refused, and the next one is read', async () => {
    const reader = createImageReader({ deadlineMs: 4_000 })
    const never = small({ open: () => new Promise(() => {}) })
    expect(await cause(reader.read(never, manifest))).toMatchObject({ message: 'reading the image took too long' })
    expect(await reader.read(small(), manifest)).toMatchObject({ user: '' })
  })

  it('waits for others of its party alone: another party has its turn', async () => {
    const held = Promise.withResolvers<never>()
    held.promise.catch(() => {})
    const waiting = readImageApart('check', 'evil', small({ open: () => held.promise }), manifest)
    const next = readImageApart('check', 'evil', small(), manifest)
    let isNextDone = false
    void next.then(() => {
      isNextDone = true
    })
    await readImageApart('check', 'acme', small(), manifest)
    expect(isNextDone).toBe(false)
    const over = new Error('over')
    held.reject(over)
    expect(await cause(waiting)).toBe(over)
    await next
  })
})

it('a process that nobody needs ends and leaves nothing behind', async () => {
  const reader = createImageReader({ deadlineMs: 60_000, idleMs: 0 })
  await reader.read(small(), manifest)
  const scratch = readdirSync(tmpdir()).filter((name) => name.startsWith('mkt-images-'))
  const own = scratch.map((name) => join(tmpdir(), name))
  expect(own.length).toBeGreaterThan(0)
  await expect.poll(() => own.some((name) => !existsSync(name)), { timeout: 60_000 }).toBe(true)
  expect((await reader.read(small(), manifest))?.platform.os).toBe('linux')
})
