import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { eventually } from '../../testing/run/eventually.ts'
import type { AppCaller } from './app-call.ts'
import { createAppClient } from './app-client.ts'

const client = createAppClient()
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** An instance that answers with the given bytes, one string for each request it has read whole; `close` ends the connection. */
async function instance(answers: (request: string, socket: Socket) => string | undefined) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/.exec(text)?.[1] ?? 0)
      const chunked = /transfer-encoding: chunked/.test(text)
      if (head < 0 || (chunked ? !text.endsWith('0\r\n\r\n') : text.length < head + 4 + length)) return
      const answer = answers(text, socket)
      text = ''
      if (answer !== undefined) socket.write(answer, 'latin1')
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const end = () => sockets.forEach((socket) => void socket.destroy())
  return { target: { id: 'inst_1', address: `http://127.0.0.1:${port}` }, sockets, end }
}

const request = { method: 'POST', target: '/x', headers: ['x-a', 'b'], body: Buffer.from('body') }
const limits = { timeoutMs: 30_000, maxAnswerBytes: 1_000 }
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

test('a connection is used again after a whole answer, and not after one that ends it', async () => {
  let answer = ok
  const app = await instance(() => answer)
  for (let index = 0; index < 3; index += 1) {
    expect(await client.send(app.target, { ...request, ...limits })).toMatchObject({
      kind: 'answer',
      status: 200,
      size: 2,
    })
  }
  expect(app.sockets).toHaveLength(1)
  answer = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'
  for (let index = 0; index < 2; index += 1) await client.send(app.target, { ...request, ...limits })
  expect(app.sockets).toHaveLength(2)
  answer = `${ok}HTTP/1.1 200 OK\r\n`
  for (let index = 0; index < 2; index += 1) await client.send(app.target, { ...request, ...limits })
  expect(app.sockets).toHaveLength(4)
  answer = 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok'
  for (let index = 0; index < 2; index += 1) await client.send(app.target, { ...request, ...limits })
  expect(app.sockets).toHaveLength(6)
  app.end()
})

test('a connection on which bytes come unasked is not trusted with another request', async () => {
  const app = await instance(() => ok)
  await client.send(app.target, { ...request, ...limits })
  app.sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged')
  await eventually(() => expect(app.sockets[0]?.destroyed).toBe(true))
  const answer = await client.send(app.target, { ...request, ...limits })
  expect(answer.kind === 'answer' && answer.body.toString()).toBe('ok')
  app.end()
})

test.each([
  ['a length that is not reached', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf'],
  ['chunks without a last one', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ['half of the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['nothing', ''],
])('%s is no answer', async (_name, bytes) => {
  const app = await instance((_request, socket) => void socket.end(bytes))
  expect(await client.send(app.target, { ...request, ...limits })).toMatchObject({ kind: 'silence', error: 'broken' })
})

test('an answer without a length ends with its connection', async () => {
  const app = await instance((_request, socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'))
  expect(await client.send(app.target, { ...request, ...limits })).toMatchObject({ kind: 'answer', size: 9 })
})

test('an answer that cannot be understood is no answer, and its connection ends', async () => {
  const app = await instance(() => 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab')
  const answer = await client.send(app.target, { ...request, ...limits })
  expect(answer).toEqual({
    kind: 'silence',
    error: 'broken',
    message: 'the answer could not be read: the length is malformed',
  })
  await eventually(() => expect(app.sockets[0]?.destroyed).toBe(true))
})

test('nothing listens: refused, so that it may be sent elsewhere', async () => {
  const nobody = { id: 'inst_2', address: 'http://127.0.0.1:1' }
  expect(await client.send(nobody, { ...request, ...limits })).toMatchObject({ kind: 'silence', error: 'refused' })
  const noSocket = { id: 'inst_3', address: 'unix:/nowhere/at.sock' }
  expect(await client.send(noSocket, { ...request, ...limits })).toMatchObject({ kind: 'silence', error: 'refused' })
})

test('an instance may listen on a socket of the file system', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'mkt-app-')), 'app.sock')
  const server = createServer((socket) => socket.on('data', () => socket.end(ok)))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const answer = await client.send({ id: 'inst_4', address: `unix:${path}` }, { ...request, ...limits })
  expect(answer).toMatchObject({ kind: 'answer', status: 200 })
})

test('the least busy of several is chosen, in turn where all are alike', () => {
  const [one, two, three] = ['1', '2', '3'].map((id) => ({ id, address: `http://127.0.0.1:${id}` }))
  if (!one || !two || !three) throw new Error('three are needed')
  const seen = new Set(Array.from({ length: 6 }, () => client.choose([one, two, three])?.id))
  expect(seen.size).toBe(3)
  client.enter(one)
  client.enter(three)
  for (let index = 0; index < 4; index += 1) expect(client.choose([one, two, three])).toBe(two)
  expect(client.choose([two], two)).toBeUndefined()
  client.enter(two)
  client.enter(two)
  expect(client.choose([one, two])).toBe(one)
  client.leave(two)
  client.leave(two)
  expect(client.choose([one, two])).toBe(two)
  expect(client.busy(two)).toBe(0)
})

test('a deadline, a signal and an answer that is too long end the request and its connection', async () => {
  const app = await instance((text) =>
    text.includes('long') ? `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000)}` : undefined,
  )
  const late = await client.send(app.target, { ...request, ...limits, timeoutMs: 50 })
  expect(late).toMatchObject({ kind: 'silence', error: 'timeout' })
  const aborted = await client.send(app.target, { ...request, ...limits, signal: AbortSignal.abort() })
  expect(aborted).toMatchObject({ kind: 'silence', error: 'aborted' })
  const long = await client.send(app.target, { ...request, ...limits, target: '/long' })
  expect(long).toMatchObject({ kind: 'answer', tooLong: true, body: Buffer.alloc(1_000, 'x') })
  await eventually(() => expect(app.sockets.every((socket) => socket.destroyed)).toBe(true))
})

test('a header cannot become a line of its own: what it cannot carry is sent encoded', async () => {
  const seen: string[] = []
  const app = await instance((text) => {
    seen.push(text)
    return ok
  })
  const headers = ['content-type', 'a/b\r\nx-mkt-key: forged', 'x-mkt-tenant', 'evil→.test']
  expect(await client.send(app.target, { ...request, ...limits, headers })).toMatchObject({ kind: 'answer' })
  expect(seen[0]).toContain('content-type: a/b%0D%0Ax-mkt-key: forged\r\nx-mkt-tenant: evil%E2%86%92.test\r\n')
})

test('what makes a request impossible is reported, ends that request, and leaves the client as it was', async () => {
  const error = vi.fn()
  const reporting = createAppClient({ ...silentLog, error })
  const app = await instance(() => ok)
  for (const wrong of [{ target: '/a b' }, { method: 'A B' }, { headers: ['x y', 'z'] }]) {
    expect(await reporting.send(app.target, { ...request, ...limits, ...wrong })).toMatchObject({
      kind: 'silence',
      error: 'internal',
    })
  }
  expect(error).toHaveBeenCalledTimes(3)
  expect(reporting.busy(app.target)).toBe(0)
  expect(await reporting.send(app.target, { ...request, ...limits })).toMatchObject({ kind: 'answer' })
  await reporting.close()
})

test.each(['onHead', 'onData', 'onEnd', 'onSent'] as const)(
  'a caller that fails in %s is told so once, and the instance is asked again on another connection',
  async (where) => {
    const error = vi.fn()
    const reporting = createAppClient({ ...silentLog, error })
    const app = await instance(() => 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n')
    const silences: string[] = []
    const caller: AppCaller = {
      onSent() {},
      onHead() {},
      onData() {},
      onDrain() {},
      onEnd() {},
      onSilence: (silence) => void silences.push(silence.error),
      [where]() {
        throw new Error('a bug')
      },
    }
    const line = { method: 'GET', target: '/x', lines: '' }
    reporting.call(app.target, line, null, caller)
    await eventually(() => expect(error).toHaveBeenCalledWith({ error: new Error('a bug') }, expect.any(String)))
    // After its end there is nobody left to be told.
    expect(silences).toEqual(where === 'onEnd' ? [] : ['internal'])
    expect(await reporting.send(app.target, { ...request, ...limits })).toMatchObject({ kind: 'answer' })
    await reporting.close()
  },
)

test('more requests at once than there may be connections wait for a free one', async () => {
  const app = await instance(() => ok)
  const all = await Promise.all(Array.from({ length: 300 }, () => client.send(app.target, { ...request, ...limits })))
  expect(all.every((answer) => answer.kind === 'answer')).toBe(true)
  expect(app.sockets.length).toBeLessThanOrEqual(256)
  app.end()
})

/** A caller that notes what it hears. */
function listener() {
  const heard: string[] = []
  const ended = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const caller: AppCaller = {
    onSent: () => sent.resolve(),
    onDrain: () => void heard.push('drain'),
    onHead: (status, _headers, whole) => void heard.push(`${status}${whole === undefined ? '' : ` ${whole}`}`),
    onData: (chunk) => void heard.push(chunk.toString()),
    onEnd: () => ended.resolve(),
    onSilence: (silence) => {
      heard.push(silence.error)
      ended.resolve()
    },
  }
  return { heard, caller, ended: ended.promise, sent: sent.promise }
}

test('a body of unknown length travels in chunks', async () => {
  let seen = ''
  const app = await instance((text) => {
    seen = text
    return ok
  })
  const { caller, heard, ended, sent } = listener()
  const call = client.call(app.target, { method: 'PUT', target: '/s', lines: '' }, { length: undefined }, caller)
  await sent
  call.write(Buffer.from('hello '))
  call.write(Buffer.alloc(0))
  call.write(Buffer.from('world'))
  call.finish()
  await ended
  expect(seen.endsWith('transfer-encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n')).toBe(true)
  expect(heard).toEqual(['200 ok'])
  app.end()
})

test('who has its answer cannot disturb the request that uses the connection next', async () => {
  const app = await instance((text) => (text.includes('/first') ? ok : undefined))
  const first = listener()
  const call = client.call(app.target, { method: 'GET', target: '/first', lines: '' }, null, first.caller)
  await first.ended
  const second = listener()
  client.call(app.target, { method: 'GET', target: '/second', lines: '' }, null, second.caller)
  call.abandon()
  call.pause()
  app.sockets[0]?.write(ok)
  await second.ended
  expect(second.heard).toEqual(['200 ok'])
  expect(app.sockets).toHaveLength(1)
  app.end()
})

test('who takes no more slows the instance down, and loses nothing', async () => {
  const size = 8 * 1024 * 1024
  const app = await instance((_text, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`)
    socket.write(Buffer.alloc(size))
    return undefined
  })
  let got = 0
  const { caller, ended } = listener()
  const call = client.call(app.target, { method: 'GET', target: '/', lines: '' }, null, {
    ...caller,
    onData: (chunk) => {
      if (got === 0) call.pause()
      got += chunk.length
    },
  })
  await eventually(() => expect(got).toBeGreaterThan(0))
  const held = got
  await eventually(() => expect(app.sockets[0]?.writableLength).toBeGreaterThan(0))
  expect(got).toBe(held)
  call.resume()
  await ended
  expect(got).toBe(size)
  app.end()
})
