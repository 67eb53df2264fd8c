import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APPLICATION_SOURCE } from '../addresses.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-outlet-'))
const socketPath = join(folder, 'outlet.sock')
const server = createServer((socket) => socket.end(`${socket.remoteAddress}`))
let outlet: ChildProcess

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const program = join(import.meta.dirname, 'outlet.ts')
  outlet = spawn(process.execPath, [program, socketPath, folder, '600000'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(outlet.stdout as NonNullable<typeof outlet.stdout>, 'data')
})
afterAll(() => {
  outlet.kill('SIGKILL')
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything that comes back for an opening. */
async function opened(opening: string): Promise<string> {
  const socket: Socket = connect(socketPath)
  socket.on('error', () => {})
  socket.write(opening)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  await once(socket, 'close')
  return text
}

test('every byte after the opening is passed once, in one connection', async () => {
  const seen: string[] = []
  const echo = createServer((socket) => {
    const index = seen.push('') - 1
    socket.on('data', (chunk) => {
      seen[index] += chunk.toString()
      if (seen[index]?.endsWith('.')) socket.end('done')
      else socket.write('more')
    })
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const socket = connect(socketPath)
  const parts = ['one ', 'two ', 'three.']
  socket.on('data', (chunk) => void (chunk.toString() === 'more' && socket.write(parts.shift() ?? '')))
  socket.write(`127.0.0.1 ${(echo.address() as AddressInfo).port}\n${parts.shift()}`)
  await once(socket, 'close')
  echo.close()
  expect(seen).toEqual(['one two three.'])
})

const port = () => (server.address() as AddressInfo).port

test('a connection of an application comes from an address by which it can be told', async () => {
  expect(await opened(`127.0.0.1 ${port()}\n`)).toBe(APPLICATION_SOURCE)
})

test.each([
  ['a port that is none', '127.0.0.1 99999\n'],
  ['a port below zero', '127.0.0.1 -1\n'],
  ['no port', '127.0.0.1\n'],
  ['a host that is none', '127.0.0.999.evil 80\n'],
  ['an opening without an end', 'x'.repeat(400)],
  ['bytes that are no text', '\0\0\n'],
])('%s ends its own connection, and the next one is served', async (_, opening) => {
  expect(await opened(opening)).toBe('')
  expect(await opened(`127.0.0.1 ${port()}\n`)).toBe(APPLICATION_SOURCE)
  expect(outlet.exitCode).toBeNull()
})
