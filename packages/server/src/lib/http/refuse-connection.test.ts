import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { refuseMalformed } from './refuse-connection.ts'

async function answerTo(code: string): Promise<string> {
  const socket = new PassThrough()
  const told = socket.toArray()
  refuseMalformed(Object.assign(new Error('parse error'), { code }), socket)
  return Buffer.concat(await told).toString()
}

it.each([
  ['HPE_INVALID_METHOD', 'HTTP/1.1 400 Bad Request', 400],
  ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431 Request Header Fields Too Large', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout', 408],
])('what is no HTTP is a problem answer too, and the end of the connection: %s', async (code, line, status) => {
  const [head = '', body = ''] = (await answerTo(code)).split('\r\n\r\n')
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([line, 'content-type: application/problem+json', 'connection: close']),
  )
  expect(JSON.parse(body)).toMatchObject({ code: 'request_malformed', status, requestId: expect.any(String) })
})

it('says nothing to a client that is gone', async () => {
  expect(await answerTo('ECONNRESET').catch(() => '')).toBe('')
})
