/**
 * The outlet: one small process for each publisher on an engine, on the host's own network. Keepers, who live in their instances'
 * networks, ask it for connections: to the state interface, to what the allow list names, and to the names an application declared. States:
 * serving → closed → ended, or serving again. Invariant: an instance that was written down before it was answered is served; so an outlet that
 * has nobody to serve closes first, looks a last time, and serves again where somebody came meanwhile.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname, join as joinPath } from 'node:path'
import { applicationSource } from '../addresses.ts'
import type { DialOrder } from '../egress/dial.ts'
import { type ResolveName, resolveName, serveDial } from '../egress/serve-dial.ts'
import { guarded } from '../guarded.ts'
import { readRecord } from './instance-folder.ts'
import { OUTLET_QUESTION, SHARED_OUTLET } from './outlet-names.ts'
import { identify, isAlive } from './process-identity.ts'
import { join } from './relay.ts'

const [socketPath = '', instancesFolder = '', idleMs = '60000', namesFile = ''] = process.argv.slice(2)
const LONGEST_ADDRESS = 300
const LONGEST_ORDER = 64 * 1024
const BRACE = 0x7b
const sharedSocket = joinPath(dirname(socketPath), SHARED_OUTLET)
/** Who serves here must be able to tell an application from a person on this machine, and those of one publisher from others. */
const source = applicationSource()

function accept(incoming: Socket): void {
  let opening = Buffer.alloc(0)
  incoming.on('error', () => incoming.destroy())
  const onOpening = (chunk: Buffer) => {
    opening = Buffer.concat([opening, chunk])
    const end = opening.indexOf(0x0a)
    const isOrder = opening[0] === BRACE
    if (end < 0 && opening.length < (isOrder ? LONGEST_ORDER : LONGEST_ADDRESS)) return
    incoming.off('data', listener)
    incoming.pause()
    if (isOrder) return void answerDial(incoming, opening, end).catch(() => incoming.destroy())
    const line = opening.subarray(0, Math.max(end, 0)).toString()
    if (line === OUTLET_QUESTION) return void incoming.end('yes\n')
    const [host = '', port = ''] = line.split(' ')
    if (host === '' || !(Number(port) > 0 && Number(port) < 65_536)) return void incoming.destroy()
    const from = host.startsWith('127.') ? { localAddress: source } : {}
    const outgoing = connect({ host, port: Number(port), ...from, allowHalfOpen: true, noDelay: true })
    outgoing.write(opening.subarray(end + 1))
    join(incoming, outgoing)
  }
  // What is wrong with one connection ends that connection: the others belong to other applications.
  const listener = guarded(() => incoming.destroy(), onOpening)
  incoming.on('data', listener)
}

/** Names for tests: a file that maps each to its addresses. */
const resolveFromFile: ResolveName = async (name) => {
  const known = (JSON.parse(readFileSync(namesFile, 'utf8')) as Record<string, string[]>)[name]
  return known ?? resolveName(name)
}

/** A guard asks for a name: it hears whether it is connected, and then has the connection. */
async function answerDial(incoming: Socket, opening: Buffer, end: number): Promise<void> {
  const order = JSON.parse(opening.subarray(0, Math.max(end, 0)).toString()) as DialOrder
  const { said, socket } = await serveDial(order, { resolve: namesFile === '' ? resolveName : resolveFromFile, source })
  if (socket === null) return void incoming.end(`${said}\n`)
  if (incoming.destroyed) return void socket.destroy()
  incoming.write(`${said}\n`)
  socket.write(opening.subarray(end + 1))
  join(incoming, socket)
}

/** Without its socket the outlet is of no use: it ends, and the platform starts another one. */
function giveUp(error: unknown): void {
  process.stderr.write(`the outlet cannot serve: ${String(error)}\n`)
  process.exit(1)
}

function claim(server: Server, onTaken: () => void): void {
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') onTaken()
    else giveUp(error)
  }
  const onListening = () => {
    server.off('error', taken)
    // A connection that cannot be accepted (no descriptors left) is one connection.
    server.on('error', () => {})
    // The process that ends the last instance ends the outlet too, no matter which one started it.
    writeFileSync(`${socketPath}.json`, JSON.stringify(identify(process.pid)), { mode: 0o600 })
    process.stdout.write('ready\n')
  }
  const taken = guarded(giveUp, onError)
  server.once('error', taken)
  server.listen(socketPath, guarded(giveUp, onListening))
}

function start(): Server {
  const server = createServer({ allowHalfOpen: true }, (incoming) =>
    guarded(
      () => incoming.destroy(),
      () => accept(incoming),
    )(),
  )
  claim(server, () => {
    // Somebody else serves here already, or somebody died here and left the file.
    const probe = connect(socketPath)
    probe.on('connect', () => process.exit(0))
    const clear = () => {
      rmSync(socketPath, { force: true })
      claim(server, () => process.exit(0))
    }
    probe.on('error', guarded(giveUp, clear))
  })
  return server
}

function livingInstances(): number {
  try {
    return readdirSync(instancesFolder).filter((name) => {
      const folder = joinPath(instancesFolder, name)
      if ((readRecord(folder, 'outlet')?.socket ?? sharedSocket) !== socketPath) return false
      const record = readRecord(folder, 'instance')
      return record === null ? readRecord(folder, 'exit') === null : isAlive(record.keeper)
    }).length
  } catch {
    return 0
  }
}

process.on('SIGHUP', () => {})
process.stdout.on('error', () => {})
let server = start()
let lastUse = Date.now()
const look = () => {
  if (livingInstances() > 0) lastUse = Date.now()
  if (Date.now() - lastUse <= Number(idleMs)) return
  server.close()
  if (livingInstances() === 0) process.exit(0)
  lastUse = Date.now()
  server = start()
}
setInterval(guarded(giveUp, look), Math.min(Number(idleMs), 5_000))
