import { join } from 'node:path'
import { ownerOf } from './owner.ts'
import { socketFolder } from './plan.ts'
import { address, ping } from './socket.ts'

/** A server that runs answers at once; one that hangs must not keep a command waiting. */
const ANSWER_MS = 10_000

/** The database of the platform that runs on a data folder; undefined when none does. */
export async function runningEmbedded(
  dataDir: string,
): Promise<{ host: string; port: number; user: string; database: string } | undefined> {
  const home = join(dataDir, 'postgres')
  if (ownerOf(home) === undefined) return undefined
  const socket = socketFolder(home)
  return (await ping(socket, ANSWER_MS)) === 'ready' ? { ...address(socket), database: 'mkt' } : undefined
}
