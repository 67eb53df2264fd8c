import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { count } from '@mkt/contract/text'
import { checkFiles, readManifest } from '../actions/backup/check-backup.ts'
import { restoreBackup } from '../actions/backup/restore-backup.ts'
import { writeBackup } from '../actions/backup/write-backup.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import type { BackupManifest } from '../domain/backup/backup-manifest.ts'
import { systemClock } from '../lib/clock.ts'
import { guarded } from '../lib/guarded.ts'
import { type Log, silentLog } from '../lib/log.ts'
import { loadMasterKeys } from '../lib/master-keys.ts'
import { systemRandom } from '../lib/random.ts'
import { rowCounts, withScratchDatabase } from '../store/backup/restoration.ts'
import { createDatabase } from '../store/database/database.ts'
import { refuseHalfRestored } from '../store/database/half-restored.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'
import { openBlobs, openLayers } from '../store/image/open-blobs.ts'
import type { BackupCommand } from './explain-backup-failure.ts'
import { type ArchiveOrder, withArchive } from './open-archive.ts'

const ground = { clock: systemClock, random: systemRandom }

export interface BackupOrder {
  place: string
  flags: ReadonlySet<string>
}

/** Reads `[--flag]… <folder or s3://bucket/prefix>`, or throws with how to use the command. */
export function readBackupOrder(args: readonly string[], known: readonly string[], usage: string): BackupOrder {
  const flags = args.filter((arg) => arg.startsWith('--'))
  const [place, ...more] = args.filter((arg) => !arg.startsWith('--'))
  if (place === undefined || more.length > 0 || flags.some((flag) => !known.includes(flag)))
    throw new ConfigError(usage)
  return { place, flags: new Set(flags) }
}

/** `mkt-admin backup <place>` */
export async function runBackup({ place, flags }: BackupOrder, config: Config, address: PoolAddress): Promise<void> {
  await withArchive(orderOf('backup', place, config), async (archive) => {
    if (!(await archive.isEmpty()))
      throw new ConfigError(`${archive.name} is not empty. Name a new place for each backup.`)
    const pool = createPool(address, { name: 'mkt-admin', max: 1 }, silentLog)
    try {
      // Before anything else is read: half of a platform may lack any table.
      await refuseHalfRestored(pool)
      const blobs = flags.has('--without-blobs')
        ? undefined
        : await openBlobs(config.blobs, { db: createDatabase(pool), ...ground })
      try {
        const manifest = await writeBackup({ address, clock: systemClock, blobs }, archive)
        say(`${archive.name} holds ${contentOf(manifest)}.`, ...missingLines(manifest), ...keyLines(manifest))
        failWhereMissing(manifest)
      } finally {
        await blobs?.close()
      }
    } finally {
      await pool.end()
    }
  })
}

/** `mkt-admin restore <place>` */
export async function runRestore(
  { place, flags }: BackupOrder,
  config: Config,
  address: PoolAddress,
  log: Log,
): Promise<void> {
  await withArchive(orderOf('restore', place, config), async (archive) => {
    const [first] = openLayers(config.blobs, ground)
    try {
      const manifest = await restoreBackup(archive, {
        address,
        blobs: first?.blobs,
        masterKeys: masterKeysOf(config),
        withoutKey: flags.has('--without-key'),
        again: flags.has('--again'),
        log,
        ...ground,
      })
      say(
        `Restored ${contentOf(manifest)} of ${manifest.createdAt}.`,
        ...missingLines(manifest),
        ...(manifest.blobs === null
          ? ['The backup has no blobs: run mkt-admin verify when they are in their place.']
          : []),
        'The platform starts in quarantine. When it takes over, end the original and run mkt-admin confirm-takeover.',
      )
    } finally {
      await first?.blobs.close()
    }
  })
}

/** `mkt-admin drill <place>`: restores into a scratch database beside the current one, compares, and removes it. */
export async function runDrill({ place }: BackupOrder, config: Config, address: PoolAddress, log: Log): Promise<void> {
  await withArchive(orderOf('drill', place, config), async (archive) => {
    const began = performance.now()
    const masterKeys = masterKeysOf(config)
    const id = randomBytes(6).toString('hex')
    const manifest = await untilAskedToEnd((ended) =>
      withScratchDatabase(address, id, async (scratch) => {
        const options = {
          address: scratch,
          blobs: undefined,
          masterKeys,
          withoutKey: false,
          again: false,
          log,
          ...ground,
        }
        return Promise.race([restoreBackup(archive, options), ended])
      }),
    ).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error
      throw new ConfigError('A drill makes a scratch database: give the user of DATABASE_URL the right CREATEDB.')
    })
    const now = await rowCounts(address)
    const changed = manifest.tables.filter(({ name: table, rows }) => now.get(table) !== rows)
    say(
      `The backup of ${manifest.createdAt} can be restored: ${contentOf(manifest)}, in ${Math.ceil((performance.now() - began) / 1000)} s.`,
      `Since then ${count(changed.length, 'table')} got another number of rows${changed.length > 0 ? `: ${changed.map(({ name: table, rows }) => `${table} ${rows} → ${now.get(table) ?? 0}`).join(', ')}` : ''}.`,
      ...missingLines(manifest),
    )
    failWhereMissing(manifest)
  })
}

/** Gives the work a promise that fails when the process is asked to end, so that what it made is removed before the end. */
async function untilAskedToEnd<Result>(work: (ended: Promise<never>) => Promise<Result>): Promise<Result> {
  const ended = Promise.withResolvers<never>()
  // Nobody may be waiting for it.
  ended.promise.catch(() => {})
  const end = guarded(ended.reject, () => {
    throw new ConfigError('The drill was ended. Its scratch database is removed.')
  })
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    return await work(ended.promise)
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

/** `mkt-admin verify <place>`: whether an archive is whole, and what it needs. */
export async function runVerifyArchive({ place }: BackupOrder, config: Config): Promise<void> {
  await withArchive(orderOf('verify', place, config), async (archive) => {
    const manifest = await readManifest(archive)
    await checkFiles(archive, manifest)
    say(
      `${archive.name} is whole: ${contentOf(manifest)} of ${manifest.createdAt}.`,
      ...missingLines(manifest),
      ...keyLines(manifest),
    )
    failWhereMissing(manifest)
  })
}

const orderOf = (command: BackupCommand, place: string, { dataDir, blobs }: Config): ArchiveOrder => ({
  command,
  place,
  dataDir,
  storage: () => blobs.storage,
})

function masterKeysOf(config: Config): string[] {
  const file = join(config.dataDir, 'master.key')
  const given = config.masterKey !== undefined || existsSync(file)
  return given ? loadMasterKeys(config.masterKey, file).map(({ id }) => id) : []
}

function contentOf({ tables, blobs, migrations }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const images = blobs === null ? 'no blobs' : count(blobs.stored.length, 'blob')
  return `${count(tables.length, 'table')} with ${count(rows, 'row')} at migration ${migrations.at(-1)?.number}, and ${images}`
}

function missingLines({ blobs }: BackupManifest): string[] {
  return (blobs?.missing ?? []).map((digest) => `  ${digest} was missing or damaged: push the image again`)
}

/** A timer that runs the command has to hear of blobs that a restore would not bring back. */
function failWhereMissing({ blobs }: BackupManifest): void {
  if ((blobs?.missing.length ?? 0) > 0) process.exitCode = 1
}

function keyLines({ secrets }: BackupManifest): string[] {
  return secrets.map(
    ({ masterKeyId }) => `It needs the master key ${masterKeyId}, which is not in it: keep that apart.`,
  )
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
