import { join } from 'node:path'
import { ownerOf } from './owner.ts'
import { socketFolder } from './plan.ts'
import { address, ping } from './socket.ts'

/** The database of the platform that runs on a data folder; undefined when none does. */
export async function runningEmbedded(
  dataDir: string,
): Promise<{ host: string; port: number; user: string; database: string } | undefined> {
  const home = join(dataDir, 'postgres')
  if (ownerOf(home) === undefined) return undefined
  const socket = socketFolder(home)
  return (await ping(socket)) === 'ready' ? { ...address(socket), database: 'mkt' } : undefined
}
