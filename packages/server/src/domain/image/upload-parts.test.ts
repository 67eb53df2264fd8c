import { describe, expect, it } from 'vitest'
import { furthestChain, notedDigest, parsePartName, partName, planAssembly, sizeOf } from './upload-parts.ts'

const one = '1'.repeat(16)
const two = '2'.repeat(16)
const part = (offset: number, size: number, writer = one, digest?: string) => ({ offset, size, writer, digest })

describe('parts of an upload', () => {
  it('the name of a part tells everything about it', () => {
    for (const each of [part(0, 8), part(123_456_789_012, 5, two, 'a'.repeat(64))])
      expect(parsePartName(partName(each))).toEqual(each)
    for (const foreign of ['', 'x', '1-2-3', `../${partName(part(0, 1))}`])
      expect(parsePartName(foreign)).toBeUndefined()
  })

  it('names sort by where the parts belong', () => {
    const names = [part(9, 1), part(10, 1), part(1_000, 1)].map(partName)
    expect([...names].sort()).toEqual(names)
  })

  it('the upload ends where the parts stop following each other', () => {
    expect(furthestChain([])).toEqual([])
    expect(sizeOf(furthestChain([part(4, 4), part(0, 4), part(9, 1)]))).toBe(8)
    expect(furthestChain([part(4, 4)])).toEqual([])
  })

  it('of two writers the chain that reaches furthest counts, whatever arrives first', () => {
    const parts = [part(0, 8), part(8, 2), part(8, 8, two), part(10, 8)]
    for (const order of [parts, [...parts].reverse()]) {
      expect(furthestChain(order)).toEqual([part(0, 8), part(8, 2), part(10, 8)])
      expect(sizeOf(furthestChain(order))).toBe(18)
    }
  })

  it('the digest that a writer noted counts only for what it wrote alone', () => {
    const digest = 'd'.repeat(64)
    expect(notedDigest([part(0, 4), part(4, 4, one, digest)])).toBe(digest)
    expect(notedDigest([part(0, 4, two), part(4, 4, one, digest)])).toBeUndefined()
    expect(notedDigest([part(0, 4), part(4, 4)])).toBeUndefined()
    expect(notedDigest([])).toBeUndefined()
  })

  it('an object is assembled from parts that are large enough, the last one excepted', () => {
    const sizes = (chain: ReturnType<typeof part>[]) =>
      planAssembly(chain, 5).map((group) => group.map(({ size }) => size))
    expect(sizes([part(0, 8), part(8, 8), part(16, 1)])).toEqual([[8], [8], [1]])
    expect(sizes([part(0, 1), part(1, 1), part(2, 8), part(10, 2)])).toEqual([[1, 1, 8], [2]])
    expect(sizes([])).toEqual([])
  })
})
