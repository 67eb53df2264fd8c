import { parseArgs } from 'node:util'
import { count } from '@mkt/contract/text'
import { moveBlobs } from '../actions/image/move-blobs.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { systemRandom } from '../lib/random.ts'
import { createDatabase } from '../store/database/database.ts'
import { withLock } from '../store/database/hold-lock.ts'
import { migrate } from '../store/database/migrate.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'
import { openLayers } from '../store/image/open-blobs.ts'

const USAGE = `mkt-admin blobs move --to folder|s3://bucket/prefix [--keep]
Moves the bytes of images while the platform runs. Every process must know both places: MKT_BLOBS=folder,s3://bucket/prefix.
With --keep the former place keeps its copy.`
const SHOWN = 20
/** The number is arbitrary and ours. */
export const MOVE_LOCK = { name: 'mkt-admin blobs move', number: 7_070_002 }

export interface MoveOrder {
  to: string
  keep: boolean
}

/** Reads the arguments of the command, or throws with how to use it. */
export function readMoveOrder(args: readonly string[]): MoveOrder {
  try {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' }, keep: { type: 'boolean' } } })
    if (values.to !== undefined) return { to: values.to.replace(/\/$/, ''), keep: values.keep === true }
  } catch {
    // Unknown flags end up with the same advice as missing ones.
  }
  throw new ConfigError(USAGE)
}

/** `mkt-admin blobs move`: from the folder to object storage or back. It ends with 1 where something could not be moved. */
export async function runMoveBlobs(
  { to, keep }: MoveOrder,
  config: Config,
  address: PoolAddress,
  log: Log,
): Promise<void> {
  const { places } = config.blobs
  if (places.length < 2 || !places.some(({ name }) => name === to))
    throw new ConfigError(
      `MKT_BLOBS must name both places, here and for every process, and ${to} must be one of them: MKT_BLOBS=${places[0]?.name === to ? 'folder' : places[0]?.name},${to}.`,
    )
  await migrate(address, log)
  const pool = createPool(address, { name: 'mkt-admin', max: 2, statementTimeoutMs: 0 }, log)
  const layers = openLayers(config.blobs, { clock: systemClock, random: systemRandom })
  try {
    const platform = { db: createDatabase(pool), clock: systemClock, random: systemRandom }
    const done = await withLock(address, MOVE_LOCK, ({ check }) =>
      moveBlobs(platform, { layers, to, keep, isAlone: check }),
    )
    if (done === undefined) throw new ConfigError('Another `mkt-admin blobs move` is running. Wait until it has ended.')
    const moved = done.result
    const lines = [
      `${count(moved.copied, 'blob')} copied to ${to}, ${moved.present} were there, ${moved.removed} removed from the former place.`,
      ...moved.damaged.slice(0, SHOWN).map((digest) => `  ${digest} is missing or damaged: push the image again`),
      ...(moved.unfinished > 0
        ? [`${count(moved.unfinished, 'upload')} began in the former place: run this again in a day.`]
        : moved.damaged.length === 0
          ? [`Every process can now be started with MKT_BLOBS=${to} alone.`]
          : []),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    if (moved.damaged.length > 0) process.exitCode = 1
  } finally {
    for (const { blobs } of layers) await blobs.close()
    await pool.end()
  }
}
