import { startEmbedded } from '../../laptop/embedded/start-embedded.ts'
import { silentLog } from '../../lib/log.ts'

/** A process that owns an embedded database, for tests that kill it. Prints the address when ready; ends on SIGTERM. */
const server = await startEmbedded({ dataDir: process.argv[2] ?? '', log: silentLog })
process.stdout.write(`${JSON.stringify(server.poolConfig)}\n`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
setInterval(() => {}, 60_000)
