import { Readable } from 'node:stream'
import type { Descriptor } from '@mkt/oci'
import { expect, it } from 'vitest'
import { serveBlobs } from './serve-blobs.ts'

const descriptor: Descriptor = { mediaType: 'x', digest: 'sha256:x', size: 1 }

function source() {
  const streams: Readable[] = []
  const open = async () => {
    const stream = Readable.from(['bytes'], { objectMode: false })
    streams.push(stream)
    return stream
  }
  return { streams, blobs: { open, manifest: async () => Buffer.from('') } }
}

it('what is asked too late about one image is about nothing of the next', async () => {
  const first = serveBlobs(source().blobs)
  const stale = (await first.answer({ open: descriptor })) as number
  first.close()
  const next = serveBlobs(source().blobs)
  const stream = (await next.answer({ open: descriptor })) as number
  await next.answer({ close: stale })
  expect(await next.answer({ read: stale })).toBeNull()
  expect(String(await next.answer({ read: stream }))).toBe('bytes')
  expect(await next.answer({ read: stream })).toBeNull()
})

it('what is opened or still being opened when a task ends is closed', async () => {
  const { streams, blobs } = source()
  const served = serveBlobs(blobs)
  await served.answer({ open: descriptor })
  const late = served.answer({ open: descriptor })
  served.close()
  await expect(late).rejects.toThrow('not read any more')
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true])
})
