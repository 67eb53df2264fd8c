import { statfs } from 'node:fs/promises'
import {
  broken,
  doubtful,
  type Finding,
  fine,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeEngine,
  judgeMasterKeys,
} from '../../domain/platform/diagnosis.ts'
import { certificateEnd, resolveOrigin } from '../../outbound/check-origin.ts'
import { createHttpClient } from '../../outbound/http-client.ts'
import { checkMailServer } from '../../outbound/mailer.ts'
import type { Db } from '../../store/database/database.ts'
import { readMigrations } from '../../store/database/migrate.ts'
import { type Applied, missingMigrations } from '../../store/database/missing-migrations.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'
import { appliedMigrations, databaseFacts, ssoIssuers } from '../../store/platform/database-facts.ts'
import { readHealth } from './read-health.ts'

export interface ExaminedPlatform {
  db: Db
  now: () => Date
  dataDir: string
  /** Ids of the configured master keys; undefined where there are none yet. */
  masterKeys: readonly string[] | undefined
  /** Whether the database is on another machine. */
  remoteDatabase: boolean
  /** Variable and origin of each part that has an address. */
  origins: readonly { name: string; origin: string; isPublic: boolean }[]
  egress: 'enforce' | 'report' | 'open'
  smtpUrl: string | undefined
  allowAddresses: readonly string[]
  /** Buckets with image blobs, and a request that reads from each. */
  buckets: readonly { name: string; look(): Promise<unknown> }[]
}

const LIMIT_MS = 5_000

/** Looks at everything that a platform leans on, and says what is wrong and what to do. Changes nothing. */
export async function examinePlatform(world: ExaminedPlatform): Promise<Finding[]> {
  const database = await examineDatabase(world)
  const buckets = await Promise.all(world.buckets.map(examineBucket))
  const [disk, mail, ...origins] = await Promise.all([
    examineDisk(world.dataDir),
    examineMail(world.smtpUrl),
    ...world.origins.map((each) => examineOrigin(each, world.now)),
  ])
  return [...database, disk, ...buckets, ...origins.flat(), mail]
}

async function examineDatabase(world: ExaminedPlatform): Promise<Finding[]> {
  const facts = await databaseFacts(world.db).catch((error: NodeJS.ErrnoException) => error)
  if (facts instanceof Error)
    return [
      broken(
        'database',
        `It does not answer (${facts.code ?? 'error'}).`,
        'Is PostgreSQL running, and is DATABASE_URL right?',
      ),
    ]
  const here = world.now()
  return [
    ...judgeDatabase(facts, world.remoteDatabase),
    judgeClock(facts.now, here),
    world.masterKeys === undefined
      ? doubtful('master key', 'None is configured.', 'Set MKT_MASTER_KEY; the first start makes a key file otherwise.')
      : judgeMasterKeys(facts.masterKeys, world.masterKeys),
    ...(await examineSchema(world)),
  ]
}

async function examineSchema(world: ExaminedPlatform): Promise<Finding[]> {
  const applied = await appliedMigrations(world.db).catch((): Applied[] => [])
  try {
    const missing = missingMigrations(readMigrations(), applied).length
    if (missing > 0)
      return [doubtful('schema', `${missing} migrations have not run yet.`, 'They run at the next start of a process.')]
  } catch (error) {
    return [broken('schema', (error as Error).message, 'Start the newest version that was used with this database.')]
  }
  const { parts, processes } = await readHealth(world)
  const down = parts.filter(({ state }) => state === 'down').map(({ part }) => part)
  const silent = processes.filter(({ state }) => state === 'silent').length
  return [
    fine('schema', `The database is at migration ${applied.at(-1)?.number}.`),
    down.length > 0
      ? doubtful('processes', `No process holds ${down.join(', ')}.`, 'Start processes with these roles (MKT_ROLES).')
      : fine('processes', `${processes.length} processes hold all parts; ${silent} of them are silent.`),
    ...judgeEngine(await engineFact(world.db), world.egress),
    ...(await examineProviders(world)),
  ]
}

async function examineDisk(dataDir: string): Promise<Finding> {
  const found = await statfs(dataDir).catch(() => undefined)
  if (found === undefined)
    return broken('disk', `The data folder ${dataDir} cannot be read.`, 'Set MKT_DATA_DIR to a folder you own.')
  return judgeDisk(found.bavail * found.bsize, found.blocks * found.bsize)
}

async function examineBucket({ name, look }: ExaminedPlatform['buckets'][number]): Promise<Finding> {
  const failure = await look().then(
    () => undefined,
    (error: Error) => error.message,
  )
  return failure === undefined
    ? fine('image blobs', `${name} answers and lets us read.`)
    : broken('image blobs', `${name}: ${failure}`, 'Check MKT_BLOBS, its endpoint, region, path style and credentials.')
}

async function examineMail(smtpUrl: string | undefined): Promise<Finding> {
  if (smtpUrl === undefined)
    return doubtful('mail', 'No mail server is configured: nobody is mailed.', 'Set MKT_SMTP_URL and MKT_MAIL_FROM.')
  const failure = await checkMailServer(smtpUrl)
  return failure === undefined
    ? fine('mail', 'The mail server takes our sign-in.')
    : broken('mail', `The mail server does not take our sign-in (${failure}).`, 'Check MKT_SMTP_URL.')
}

async function examineOrigin(
  { name, origin, isPublic }: ExaminedPlatform['origins'][number],
  now: () => Date,
): Promise<Finding[]> {
  const addresses = await resolveOrigin(origin).catch((error: NodeJS.ErrnoException) => error.code ?? 'error')
  if (typeof addresses === 'string')
    return [
      broken(name, `The name in ${origin} is not known (${addresses}).`, `Add it to your DNS, or correct ${name}.`),
    ]
  const known = fine(name, `${origin} leads to ${addresses.join(', ')}.`)
  if (!origin.startsWith('https:'))
    return isPublic
      ? [known, doubtful(`${name} TLS`, `${origin} is not encrypted.`, 'Terminate TLS in front and use https here.')]
      : [known]
  const end = await certificateEnd(origin, LIMIT_MS).catch((error: NodeJS.ErrnoException) => error.code ?? 'error')
  if (typeof end === 'string')
    return [
      known,
      broken(`${name} TLS`, `No trusted connection to ${origin} (${end}).`, 'Check proxy and certificate.'),
    ]
  return [known, judgeCertificate(`${name} TLS`, end, now())]
}

async function examineProviders({ db, allowAddresses }: ExaminedPlatform): Promise<Finding[]> {
  const issuers = await ssoIssuers(db)
  const http = createHttpClient({ allow: () => allowAddresses })
  try {
    return await Promise.all(
      issuers.map(async (issuer) => {
        const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
        const status = await http
          .send({ method: 'GET', url, headers: {}, timeoutMs: LIMIT_MS, maxBytes: 512 * 1024 })
          .then(
            (answer) => answer.status,
            (error: NodeJS.ErrnoException) => error.code ?? 'no answer',
          )
        return status === 200
          ? fine('single sign-on', `${issuer} answers with its metadata.`)
          : doubtful('single sign-on', `${issuer} does not answer (${status}).`, 'Ask its organization to test it.')
      }),
    )
  } finally {
    await http.close()
  }
}
