import { expect, it } from 'vitest'
import { createScanCache } from './create-scan-cache.ts'
import { emptyScan } from './layer-scan.ts'

const never = () => Promise.reject(new Error('read again'))

it('a layer is read once for all who ask at the same time, and for those who ask later', async () => {
  const cache = createScanCache()
  const scan = emptyScan()
  const asked = [cache.scan('a', async () => scan), cache.scan('a', never), cache.scan('a', never)]
  expect(await Promise.all(asked)).toEqual([scan, scan, scan])
  expect(await cache.scan('a', never)).toBe(scan)
})

it('a reading that fails fails none of those who waited for it: one of them reads for the others', async () => {
  const cache = createScanCache()
  const scan = emptyScan()
  const failing = cache.scan('a', never)
  const others = [cache.scan('a', async () => scan), cache.scan('a', never)]
  await expect(failing).rejects.toThrow('read again')
  expect(await Promise.all(others)).toEqual([scan, scan])
})

it('nobody waits for the reading of another longer than for an own one', async () => {
  const cache = createScanCache()
  const reading = Promise.withResolvers<ReturnType<typeof emptyScan>>()
  const first = cache.scan('a', () => reading.promise)
  const limit = new AbortController()
  const second = cache.scan('a', never, limit.signal)
  limit.abort()
  await expect(second).rejects.toThrow('took too long')
  reading.resolve(emptyScan())
  await first
})

it('the layer used least recently leaves first', async () => {
  const cache = createScanCache(8)
  const paths = (count: number) => async () => ({ ...emptyScan(), replaced: new Array<string>(count - 1).fill('x') })
  for (const layer of ['a', 'b', 'c', 'd']) await cache.scan(layer, paths(2))
  await cache.scan('a', never)
  await cache.scan('e', paths(2))
  await cache.scan('a', never)
  await expect(cache.scan('b', never)).rejects.toThrow('read again')
})
