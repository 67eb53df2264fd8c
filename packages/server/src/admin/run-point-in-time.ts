import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { count } from '@mkt/contract/text'
import { getLog, putLog, restoreBase, verifyBases, writeBase } from '../actions/backup/point-in-time.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { readMoment } from '../domain/backup/base-index.ts'
import type { Archive } from '../lib/archive/archive.ts'
import { systemClock } from '../lib/clock.ts'
import { systemRandom } from '../lib/random.ts'
import type { BackupCommand } from './explain-backup-failure.ts'
import { withArchive } from './open-archive.ts'

/** Tells PostgreSQL that the log has not ended but cannot be read: it then stops instead of going on without the rest. */
const UNREADABLE = 255
const PROGRAM = fileURLToPath(new URL('../mkt-admin.ts', import.meta.url))

/** `mkt-admin log …` and `mkt-admin base …`: the log and copies of the server, for a restore to any moment. They need no platform. */
export async function runPointInTime(
  args: readonly string[],
  { usage, env }: { usage: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const [group, verb, place, ...rest] = args
  if (place === undefined) throw new ConfigError(usage)
  const [first = '', second = ''] = rest
  const command = `${group} ${verb} ${rest.length}`
  // Not even the configuration is loaded for a file of the log that goes to a folder.
  const config = async () => (await import('../config.ts')).loadConfig(env)
  const within: Within = (what, work) =>
    withArchive({ command: what, place, storage: async () => (await config()).blobs.storage }, work)
  if (command === 'log put 2') return within('log', (archive) => putLog(archive, first, second))
  if (command === 'log get 2') return fetchLog(within, first, second)
  if (command === 'base backup 0') return backUp(within, await config(), env)
  if (command === 'base verify 0')
    return within('verify', async (archive) => {
      const bases = await verifyBases(archive)
      say(
        `${archive.name} holds ${count(bases.length, 'whole base backup')}${bases.length > 0 ? `, the last of ${bases.at(-1)?.endedAt}` : ''}.`,
      )
    })
  if (group === 'base' && verb === 'restore' && (rest.length === 1 || (rest.length === 3 && second === '--until')))
    return putBack(within, place, first, rest[2])
  throw new ConfigError(usage)
}

type Within = (command: BackupCommand, work: (archive: Archive) => Promise<void>) => Promise<void>

async function fetchLog(within: Within, name: string, path: string): Promise<void> {
  try {
    await within('log', async (archive) => {
      if (!(await getLog(archive, name, path))) process.exitCode = 1
    })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = UNREADABLE
  }
}

function backUp(within: Within, { databaseUrl }: Config, env: NodeJS.ProcessEnv): Promise<void> {
  if (databaseUrl === undefined)
    throw new ConfigError(
      'Set DATABASE_URL to a server whose user may replicate: the database of a laptop is saved with mkt-admin backup.',
    )
  return within('base backup', async (archive) => {
    const base = await writeBase(archive, databaseUrl, { clock: systemClock, random: systemRandom, env })
    say(
      `${archive.name} holds ${base.file}, ${Math.ceil(base.bytes / 1e6)} MB. Moments from ${base.endedAt} on can be reached while the log is archived there.`,
    )
  })
}

function putBack(within: Within, place: string, folder: string, moment: string | undefined): Promise<void> {
  const until = moment === undefined ? undefined : readMoment(moment)
  if (moment !== undefined && until === undefined)
    throw new ConfigError(`"${moment}" is no time with its zone. Give one such as 2026-11-17T13:45:00Z.`)
  const isBucket = place.startsWith('s3:')
  const given = (isBucket ? place : resolve(place)).replaceAll('%', '%%')
  const restoreCommand = `"${process.execPath}" "${PROGRAM}" log get "${given}" "%f" "%p"`
  return within('base restore', async (archive) => {
    const base = await restoreBase(archive, { folder, until, restoreCommand, random: systemRandom })
    say(
      `${resolve(folder)} holds the server of ${base.endedAt}. Start PostgreSQL on it as the user who owns it: it reads the log up to ${until?.setting ?? 'its end'} and then takes connections.`,
      'A platform on it starts in quarantine. When it takes over, end the original and run mkt-admin confirm-takeover; then mkt-admin verify names blobs that were removed since that moment.',
    )
  })
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
