import { PassThrough } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { expect, it } from 'vitest'
import { readServerName } from './client-hello.ts'
import { helloWith } from './testing/hello.ts'

it('the name of a hello that a real client sends is found, and every shorter piece asks for more', async () => {
  const wire = new PassThrough()
  const sent = new Promise<Buffer>((resolve) => wire.once('data', resolve))
  const duplex = Object.assign(new PassThrough(), { write: (chunk: Buffer) => wire.write(chunk) })
  connectTls({ socket: duplex as never, servername: 'Api.Vin.example' }).on('error', () => {})
  const hello = await sent
  expect(readServerName(hello)).toEqual({ kind: 'name', name: 'api.vin.example' })
  for (let end = 0; end < hello.length; end += 7)
    expect(readServerName(hello.subarray(0, end)), String(end)).toEqual({ kind: 'more' })
})

it('a hello split over several records is one hello', () => {
  const whole = helloWith(['vin.example'])
  const body = whole.subarray(5)
  const record = (part: Buffer) => Buffer.concat([Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part])
  const split = Buffer.concat([record(body.subarray(0, 3)), record(body.subarray(3, 20)), record(body.subarray(20))])
  expect(readServerName(split)).toEqual({ kind: 'name', name: 'vin.example' })
})

it('a hello without a name has none; two names, other handshakes and broken lengths are invalid', () => {
  expect(readServerName(helloWith([]))).toEqual({ kind: 'none' })
  expect(readServerName(helloWith(['a.example', 'b.example']))).toEqual({ kind: 'invalid' })
  const hello = helloWith(['a.example'])
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(hello)
    copy[at] = value
    return readServerName(copy)
  }
  expect(changed(5, 2)).toEqual({ kind: 'invalid' })
  expect(changed(0, 23)).toEqual({ kind: 'invalid' })
  expect(changed(hello.length - 1 - 'a.example'.length, 200)).toEqual({ kind: 'invalid' })
})

it('whatever bytes come, reading them ends without an error', () => {
  const hello = helloWith(['a.example'])
  for (let at = 0; at < hello.length; at++) {
    for (const value of [0, 1, 127, 255]) {
      const copy = Buffer.from(hello)
      copy[at] = value
      expect(['more', 'none', 'invalid', 'name']).toContain(readServerName(copy).kind)
    }
  }
})
