import { once } from 'node:events'
import { finishUpload } from '../../actions/image/finish-upload.ts'
import { holdUpload, UploadRefused } from '../../actions/image/hold-upload.ts'
import { settableClock } from '../../lib/clock.ts'
import { silentLog } from '../../lib/log.ts'
import { systemRandom } from '../../lib/random.ts'
import { createDatabase } from '../../store/database/database.ts'
import { createPool, type PoolAddress } from '../../store/database/pool.ts'
import { diskBlobs } from '../../store/image/disk-blobs.ts'

export interface UploadPlan {
  address: PoolAddress
  folder: string
  listing: { id: string; organizationId: string }
  id: string
  first: string
  late: string
  digest: string
  /** What its clock always says, so that a slow test ends no lease. */
  now: string
}

/**
 * A process that writes to an upload and can be killed or stopped meanwhile. Says `writing` when it has written the first bytes; told
 * to go on, it writes the late ones, ends the upload and says what became of it.
 */
const plan = JSON.parse(process.argv[2] ?? '{}') as UploadPlan
const pool = createPool(plan.address, { name: 'upload child', max: 2 }, silentLog)
const blobs = diskBlobs(plan.folder)
const ground = {
  db: createDatabase(pool),
  blobs,
  clock: settableClock(new Date(plan.now)),
  random: systemRandom,
  log: silentLog,
}

async function* atOnce(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function* later(): AsyncGenerator<Uint8Array> {
  process.stdout.write('writing\n')
  await once(process.stdin, 'data')
  yield Buffer.from(plan.late)
}

const outcome = await holdUpload(ground, { listingId: plan.listing.id, id: plan.id }, async (held) => {
  const size = await blobs.append(held.place, 0, atOnce(plan.first), 1_000_000)
  await blobs.append(held.place, size, later(), 1_000_000)
  return finishUpload(ground, {
    listing: plan.listing,
    upload: held,
    digest: plan.digest,
    organizationBytes: 1_000_000,
  })
}).then(
  (finished) => finished.outcome,
  (error: unknown) => (error instanceof UploadRefused ? error.reason : String(error)),
)
process.stdout.write(`${outcome}\n`)
process.exit()
