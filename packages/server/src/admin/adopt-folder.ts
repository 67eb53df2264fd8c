import type { Log } from '../lib/log.ts'
import type { PoolAddress } from '../store/database/pool.ts'
import { forgetBlobFolder } from '../store/platform/blob-folder.ts'
import { say, withGround } from './admin-ground.ts'

/** `mkt-admin blobs adopt`: the folder of image blobs that is recorded is gone, and that of the next start takes its place. */
export async function runAdoptFolder(address: PoolAddress, log: Log): Promise<void> {
  await withGround(address, log, ({ db }) => forgetBlobFolder(db))
  say('The next process of the role api that starts says which folder has the image blobs.')
}
