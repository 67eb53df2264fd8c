import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSpans } from './read-spans.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const start = 1_777_636_800_000_250_000n

// An encoder of the published messages (trace_service.proto, trace.proto), independent of the reader.
const varint = (value: bigint): Buffer =>
  value < 0x80n
    ? Buffer.from([Number(value)])
    : Buffer.concat([Buffer.from([Number(value & 0x7fn) | 0x80]), varint(value >> 7n)])
const tag = (number: number, kind: number) => varint(BigInt((number << 3) | kind))
const bytes = (number: number, value: Buffer) => Buffer.concat([tag(number, 2), varint(BigInt(value.length)), value])
const fixed = (number: number, value: bigint) => {
  const eight = Buffer.alloc(8)
  eight.writeBigUInt64LE(value)
  return Buffer.concat([tag(number, 1), eight])
}
const attribute = Buffer.concat([bytes(1, Buffer.from('k')), bytes(2, bytes(1, Buffer.from('v')))])
function span(name: string, code: number): Buffer {
  return Buffer.concat([
    bytes(1, Buffer.from(traceId, 'hex')),
    bytes(2, Buffer.from('b7ad6b7169203331', 'hex')),
    bytes(5, Buffer.from(name)),
    Buffer.concat([tag(6, 0), varint(3n)]),
    fixed(7, start),
    fixed(8, start + 20_000_000n),
    bytes(9, attribute),
    bytes(15, Buffer.concat([tag(3, 0), varint(BigInt(code))])),
  ])
}
const request = (...spans: Buffer[]) => bytes(1, bytes(2, Buffer.concat(spans.map((one) => bytes(2, one)))))
const expected = { traceId, name: 'geocode', startMs: 1_777_636_800_000, endMs: 1_777_636_800_020, failed: false }

describe('spans that an application reports', () => {
  it('are read from the binary form of the protocol', () => {
    expect(readSpans(request(span('geocode', 0), span('rate', 2)), 'protobuf', 10)).toEqual([
      expected,
      { ...expected, name: 'rate', failed: true },
    ])
  })

  it('are read from its JSON form', () => {
    const one = {
      traceId,
      name: 'geocode',
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(start + 20_000_000n),
    }
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [one, { ...one, status: { code: 2 } }] }] }] }
    expect(readSpans(Buffer.from(JSON.stringify(body)), 'json', 10)).toEqual([expected, { ...expected, failed: true }])
  })

  it('are left out where they are not usable, and counted up to a bound', () => {
    const bad = Buffer.concat([
      bytes(1, Buffer.alloc(16)),
      bytes(5, Buffer.from('x')),
      fixed(7, start),
      fixed(8, start),
    ])
    expect(readSpans(request(bad, span('geocode', 0)), 'protobuf', 10)).toEqual([expected])
    expect(readSpans(request(...Array.from({ length: 50 }, () => span('geocode', 0))), 'protobuf', 7)).toHaveLength(7)
    expect(readSpans(request(span('geocode', 0), Buffer.from([0x07])), 'protobuf', 1)).toEqual([expected])
  })

  it('have a name that is whole, so that secrets in it can be found, or none', () => {
    const nameOf = (name: string) => readSpans(request(span(name, 0)), 'protobuf', 1)?.[0]?.name
    expect(nameOf('a\u0000b'.repeat(300))).toBe('ab'.repeat(300))
    expect(nameOf('a'.repeat(1_001))).toBe('span')
  })

  it('are refused together where the body is no request, whatever its bytes are', () => {
    expect(readSpans(Buffer.from('{"resourceSpans":[1]}'), 'json', 10)).toBeUndefined()
    expect(readSpans(Buffer.from('[[[['), 'json', 10)).toBeUndefined()
    expect(readSpans(Buffer.from([0x0a, 0xff, 0xff, 0x03]), 'protobuf', 10)).toBeUndefined()
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('json' as const, 'protobuf' as const),
        (body, form) => {
          const found = readSpans(Buffer.from(body), form, 10)
          expect(found === undefined || Array.isArray(found)).toBe(true)
        },
      ),
    )
  })
})
