/**
 * The taker of a container's output: one small process per container. The daemon would keep output readable on its disk, so it is told to keep
 * none; this process attaches before the container starts, seals each line and writes it into the instance's folder. It outlives the platform
 * and ends with the container. Invariant: one taker writes the log of an instance.
 */
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { guarded } from '../guarded.ts'
import { writeRecord } from '../sandbox/instance-folder.ts'
import { createLineIntake } from '../sandbox/line-intake.ts'
import { openLog } from '../sandbox/log-file.ts'
import { identify } from '../sandbox/process-identity.ts'
import { readAtRate } from '../sandbox/read-at-rate.ts'
import { type OutputOrder, TAKEN, TAKING } from './output-order.ts'

const HEADER = 8
const STDERR = 2
const SEEN_MS = 3_000

async function main(): Promise<void> {
  const order = await readOrder()
  process.stdin.destroy()
  if (!(await claim(order.folder))) {
    process.stdout.write(`${TAKEN}\n`, () => process.exit(0))
    return
  }
  const { stream, head } = await attachOnceSeen(order)
  const log = openLog(order.folder, order.outputKey === null ? undefined : Buffer.from(order.outputKey, 'base64'))
  const intake = createLineIntake((line) => log.write(line))
  if (order.late)
    log.write({ at: new Date(), stream: 'stderr', text: '[what was written until now was lost: its reader had ended]' })
  const take = frames((name, bytes) => intake.push(name, bytes, new Date()))
  // A line that cannot be kept (a full disk) is lost; the application goes on.
  readAtRate(stream, take, complain)
  stream.unshift(head)
  const finish = () => {
    intake.end(new Date())
    log.close()
    process.exit(0)
  }
  stream.on('error', () => stream.destroy())
  stream.on('end', () => stream.destroy())
  stream.on(
    'close',
    guarded(() => process.exit(1), finish),
  )
  const identity = identify(process.pid)
  if (identity === null) throw new Error('this process is not in /proc')
  writeRecord(order.folder, 'taker', identity)
  process.stdout.write(`${TAKING}\n`)
}

/** Cuts the daemon's stream into frames of 8 bytes header (stream, length) and output. */
function frames(push: (stream: 'stdout' | 'stderr', bytes: Buffer) => void): (chunk: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  /** What is still to come of the frame that has begun. */
  let owed = 0
  let stream: 'stdout' | 'stderr' = 'stdout'
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      if (owed === 0) {
        if (held.length < HEADER) return
        stream = held[0] === STDERR ? 'stderr' : 'stdout'
        owed = held.readUInt32BE(4)
        held = held.subarray(HEADER)
      }
      const part = held.subarray(0, owed)
      if (part.length === 0) return
      push(stream, part)
      owed -= part.length
      held = held.subarray(part.length)
    }
  }
}

/** A container that another platform has just made is refused before it can be seen. */
async function attachOnceSeen(order: OutputOrder): Promise<{ stream: Duplex; head: Buffer }> {
  for (const end = Date.now() + SEEN_MS; ; await pause(50)) {
    const found = await attach(order)
    if (found !== 'absent') return found
    if (Date.now() > end) throw new Error('the container is not there')
  }
}

function attach({ daemon, container }: OutputOrder): Promise<{ stream: Duplex; head: Buffer } | 'absent'> {
  return new Promise((resolve, reject) => {
    const asked = request({
      ...daemon,
      method: 'POST',
      path: `/containers/${encodeURIComponent(container)}/attach?stream=1&stdout=1&stderr=1`,
      headers: { connection: 'Upgrade', upgrade: 'tcp' },
    })
    asked.once('error', reject)
    asked.once('response', (answer) => {
      answer.resume()
      if (answer.statusCode === 404) resolve('absent')
      else reject(new Error(`the daemon answered ${answer.statusCode} instead of the output`))
    })
    asked.once('upgrade', (_, stream, head) => resolve({ stream, head }))
    asked.end()
  })
}

/** Whether nobody else takes this output. */
function claim(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(false))
    server.listen(`\0mkt-output-${createHash('sha256').update(folder).digest('hex')}`, () => resolve(true))
  })
}

async function readOrder(): Promise<OutputOrder> {
  for await (const line of createInterface({ input: process.stdin })) return JSON.parse(line) as OutputOrder
  throw new Error('the platform went away before it gave its order')
}

function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}

process.on('SIGHUP', () => {})
// A closed pipe of a platform that went away must not end the taker.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
await main()
