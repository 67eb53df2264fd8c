import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRecord } from '../sandbox/instance-folder.ts'
import { isAlive } from '../sandbox/process-identity.ts'
import { preparePrograms } from '../sandbox/programs.ts'
import { until } from '../testing/call-instance.ts'
import { createOutputTakers, type OutputTakers } from './output-takers.ts'

/** Speaks as a daemon does when somebody attaches; says nothing for a container called silent. */
const attached: Duplex[] = []
const server = createServer()
server.on('upgrade', (request, socket) => {
  attached.push(socket)
  socket.on('error', () => {})
  if (!request.url?.includes('silent'))
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n')
})
const folder = mkdtempSync(join(tmpdir(), 'mkt-takers-'))
let takersWithin: (takeMs?: number) => OutputTakers

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const daemon = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  const { output: program } = await preparePrograms(join(folder, 'programs'))
  const outputKey = Buffer.alloc(32, 7)
  takersWithin = (takeMs) =>
    createOutputTakers({ folder, program, daemon, outputKey, ...(takeMs === undefined ? {} : { takeMs }) })
}, 60_000)
afterAll(() => {
  for (const socket of attached) socket.destroy()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const frame = (stream: 1 | 2, text: string) => {
  const head = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(Buffer.byteLength(text), 4)
  return Buffer.concat([head, Buffer.from(text)])
}

it('takes output that comes in pieces of any size, seals it, and ends with its container', {
  timeout: 60_000,
}, async () => {
  const takers = takersWithin()
  await takers.ensure('inst_one')
  const taker = readRecord(join(folder, 'inst_one'), 'taker')
  const sent = Buffer.concat([frame(1, 'first planted\n'), frame(1, ''), frame(2, 'second\n')])
  for (const byte of sent) attached.at(-1)?.write(Buffer.from([byte]))
  const lines = async () => (await takers.read('inst_one', undefined, false)).lines
  await until('both lines', async () => (await lines()).length === 2)
  expect((await lines()).map(({ stream, text }) => [stream, text])).toEqual([
    ['stdout', 'first planted'],
    ['stderr', 'second'],
  ])
  expect(readFileSync(join(folder, 'inst_one/log.0')).includes('planted')).toBe(false)
  attached.at(-1)?.end()
  await until('its end', async () => taker !== null && !isAlive(taker))
  await takers.forget('inst_one')
  expect(existsSync(join(folder, 'inst_one'))).toBe(false)
})

it('gives up on a daemon that takes the call and says nothing, and leaves no process', {
  timeout: 60_000,
}, async () => {
  await expect(takersWithin(500).ensure('inst_silent')).rejects.toThrow(/cannot be taken: no answer within 0.5 s/)
  await until('the end of its process', async () => (await connections()) === 0)
})

const connections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )
