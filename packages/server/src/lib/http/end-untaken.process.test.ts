import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { endUntaken } from './end-untaken.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listening(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response))
  endUntaken(server, 100, (error) => {
    throw error
  })
  const accepted = once(server, 'connection') as Promise<[Socket]>
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  closing.push(() => {
    caller.destroy()
    server.closeAllConnections()
    server.close()
  })
  caller.pause()
  caller.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [socket] = await accepted
  return { caller, socket }
}

it('a connection whose client does not read the answer is closed', async () => {
  const { socket } = await listening((response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
  await once(socket, 'close')
  expect(socket.bytesWritten).toBeGreaterThan(0)
})

it('an answer that is not there yet is waited for, however long that takes', async () => {
  const answer = Promise.withResolvers<ServerResponse>()
  const { caller, socket } = await listening((response) => answer.resolve(response))
  const response = await answer.promise
  for (const _ of [1, 2, 3]) await once(socket, 'timeout')
  response.end('done')
  let heard = ''
  caller.on('data', (bytes) => {
    heard += String(bytes)
  })
  caller.resume()
  await expect.poll(() => heard).toContain('done')
})
