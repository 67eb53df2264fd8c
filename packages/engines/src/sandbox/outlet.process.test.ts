import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isApplicationSource } from '../addresses.ts'
import { until } from '../testing/call-instance.ts'
import { writeRecord } from './instance-folder.ts'
import { createOutlet } from './outlet-owner.ts'
import { createOutlets } from './outlets.ts'
import { isAlive, type ProcessIdentity, signal } from './process-identity.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-outlet-'))
const socketPath = join(folder, 'outlet.sock')
const program = join(import.meta.dirname, 'outlet.ts')
const server = createServer((socket) => socket.end(`${socket.remoteAddress}`))
let outlet: ChildProcess

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  outlet = spawn(process.execPath, [program, socketPath, folder, '600000'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(outlet.stdout as NonNullable<typeof outlet.stdout>, 'data')
})
afterAll(() => {
  outlet.kill('SIGKILL')
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything that comes back for an opening. */
async function opened(opening: string, path = socketPath): Promise<string> {
  const socket: Socket = connect(path)
  socket.on('error', () => {})
  socket.write(opening)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  // Also after a reset, which a refused opening may be answered with.
  await new Promise((closed) => socket.once('close', closed))
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
/** Whether a connection was opened for an application. */
const serves = async (socket = socketPath) => isApplicationSource(await opened(`127.0.0.1 ${port()}\n`, socket))

test('a connection of an application comes from an address by which it can be told, the same for all of its publisher', async () => {
  const source = await opened(`127.0.0.1 ${port()}\n`)
  expect(await opened(`127.0.0.1 ${port()}\n`)).toBe(source)
  const others = [`::ffff:${source}`, '127.0.0.1', '127.63.1.1', '127.128.1.1', '10.64.1.1', '::1', '']
  expect([source, ...others].map(isApplicationSource)).toEqual([true, true, false, false, false, false, false, false])
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
  expect(await serves()).toBe(true)
  expect(outlet.exitCode).toBeNull()
})

const identityOf = (socket: string) => JSON.parse(readFileSync(`${socket}.json`, 'utf8')) as ProcessIdentity

/** A folder for sockets, one for instances, and what writes down that one is starting. */
function scene() {
  const home = mkdtempSync(join(folder, 'scene-'))
  const instances = join(home, 'instances')
  mkdirSync(instances)
  const attach = (name: string, socket: string) => {
    mkdirSync(join(instances, name))
    writeRecord(join(instances, name), 'outlet', { socket })
    return () => rmSync(join(instances, name), { recursive: true })
  }
  return { home, instances, attach }
}

test('one that ends because nobody is left serves who comes at that moment', { timeout: 60_000 }, async () => {
  const { home, instances, attach } = scene()
  const socket = join(home, 'outlet-a')
  const idle = createOutlet(program, socket, instances, { idleMs: 1 })
  for (let round = 0; round < 12; round++) {
    const detach = attach(`inst_${round}`, socket)
    await idle.ensure()
    for (let call = 0; call < 3; call++) expect(await serves(socket), `round ${round}`).toBe(true)
    detach()
    // Another moment in each round: before it ends, while it does, and after.
    for (let turn = 0; turn < round * 80; turn++) await new Promise(setImmediate)
  }
  await until('its end', async () => !isAlive(identityOf(socket)))
})

test('publishers have outlets of their own: one that hangs or is killed is no loss of others, and is replaced', async () => {
  const { home, instances, attach } = scene()
  const outlets = createOutlets(program, home, instances, { idleMs: 1_000 })
  const [ours, other] = [outlets.socketOf('acme/one'), outlets.socketOf('evil/one')]
  expect(outlets.socketOf('acme/two')).toBe(ours)
  const detach = [attach('inst_ours', ours), attach('inst_other', other)]
  for (const socket of [ours, other]) await outlets.ensure(socket)
  const [own, foreign] = [identityOf(ours), identityOf(other)]
  signal(foreign, 'SIGSTOP')
  const source = await opened(`127.0.0.1 ${port()}\n`, ours)
  expect(isApplicationSource(source)).toBe(true)
  signal(foreign, 'SIGKILL')
  await until('another one', async () => {
    outlets.keep(join(instances, 'inst_other'))
    return serves(other)
  })
  expect(await opened(`127.0.0.1 ${port()}\n`, other)).not.toBe(source)
  detach[1]?.()
  await until('the end of the one without instances', async () => !isAlive(identityOf(other)))
  expect(isAlive(own)).toBe(true)
  expect(await opened(`127.0.0.1 ${port()}\n`, ours)).toBe(source)
  outlets.end()
  await until('its end', async () => !isAlive(own))
  detach[0]?.()
})
