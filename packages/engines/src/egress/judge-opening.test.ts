import { expect, it } from 'vitest'
import { judgeOpening } from './judge-opening.ts'
import { helloWith } from './testing/hello.ts'

const to = { host: 'api.vin.example', port: 8080 }
const judge = (bytes: Buffer | string) => {
  const verdict = judgeOpening(Buffer.from(bytes as string, 'latin1'), to)
  return verdict.kind === 'refuse' ? verdict.refusal : verdict.kind
}
const http = (...lines: string[]) => judge(`${lines.join('\r\n')}\r\n\r\n`)

it('TLS passes with the name that was resolved in SNI, and no other', () => {
  expect(judgeOpening(helloWith(['api.vin.example']), to)).toEqual({ kind: 'pass' })
  expect(judgeOpening(helloWith(['evil.example']), to)).toEqual({ kind: 'refuse', refusal: 'SNI differs' })
  expect(judgeOpening(helloWith([]), to)).toEqual({ kind: 'refuse', refusal: 'no SNI' })
})

it('plain HTTP passes with the name that was resolved in Host, and no other', () => {
  for (const host of ['api.vin.example', 'API.vin.example:8080', 'api.vin.example.'])
    expect(http('GET / HTTP/1.1', `Host: ${host}`), host).toBe('pass')
  for (const host of [
    '',
    'evil.example',
    'api.vin.example:80',
    'api.vin.example@evil.example',
    'api.vin.example, evil.example',
  ])
    expect(http('GET / HTTP/1.1', `Host: ${host}`), host).toBe('Host differs')
  expect(http('GET / HTTP/1.1', 'Accept: */*')).toBe('Host differs')
  expect(http('GET / HTTP/1.1', 'Host: api.vin.example', 'Host : evil.example')).toBe('Host differs')
})

it('a target in absolute form names the same host, and a tunnel is none', () => {
  expect(http('GET http://api.vin.example:8080/x HTTP/1.1', 'Host: api.vin.example:8080')).toBe('pass')
  expect(http('GET http://evil.example/x HTTP/1.1', 'Host: api.vin.example')).toBe('Host differs')
  expect(http('CONNECT api.vin.example:8080 HTTP/1.1', 'Host: api.vin.example:8080')).toBe('Host differs')
})

it('everything that is neither is refused at once, an unfinished head only when it is too long', () => {
  for (const other of [
    'SSH-2.0-x\r\n',
    'EHLO me\r\n',
    '\0\0\0\x08',
    'get / HTTP/1.1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\n',
    'GET / HTTP/1.1\n\n\r\n\r\n',
  ])
    expect(judge(other), JSON.stringify(other)).toBe('neither TLS nor HTTP')
  expect(judge('GET / HTTP/1.1\r\nHost: api')).toBe('more')
  expect(judge('')).toBe('more')
  expect(judge(`GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}`)).toBe('neither TLS nor HTTP')
})
