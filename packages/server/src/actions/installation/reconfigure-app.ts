import { Failure } from '@mkt/contract/errors'
import {
  type AppliedConfiguration,
  applyConfiguration,
  type ConfigurationInput,
  type StoredConfiguration,
} from '@mkt/manifest'
import { takesOperation } from '../../domain/installation/installation.ts'
import { transaction } from '../../store/database/transaction.ts'
import {
  type Installation,
  interruptInstallation,
  lockInstallation,
  updateInstallation,
} from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { ReadingSchema } from '../tenant/asking.ts'
import { followRelease, wasWaitedFor } from './follow-release.ts'
import { noteInstallation } from './note-installation.ts'
import { schemaOfInstallation } from './schema-for-mappings.ts'
import { accepted, sealSecrets, storedConfiguration } from './stored-configuration.ts'
import { writeConfiguration } from './write-configuration.ts'

/**
 * How often a configuration is checked again because the installation changed in the meantime. A caller
 * who names no revision is told of no conflict: of those who write at once, one gets through each time, so this many may do so.
 */
const ATTEMPTS = 100

/**
 * Writes a whole configuration. It is served as soon as this returns; a running app is then told by its `configure`
 * hook and what changed is registered again, without a restart.
 */
export async function reconfigureApp(
  platform: ReadingSchema,
  installation: Installation,
  input: ConfigurationInput & { ifMatch: string | null; restoredFrom?: number },
  origin: Origin,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const current = attempt === 1 ? installation : await present(platform, installation.id)
    if (await tryReconfigure(platform, current, input, origin)) break
    if (attempt >= ATTEMPTS) {
      throw new Failure('revision_conflict', 'Others keep changing this configuration. Read it again and retry.')
    }
  }
  await followRelease(platform, installation.id)
}

/** False when the installation was changed between the check and the writing. */
async function tryReconfigure(
  platform: ReadingSchema,
  installation: Installation,
  input: Parameters<typeof reconfigureApp>[2],
  origin: Origin,
): Promise<boolean> {
  refuseState(installation, 'configure')
  refuseOldRevision(installation, input.ifMatch)
  const release = await releaseById(platform.db, installation.releaseId)
  if (!release) throw new Error(`release ${installation.releaseId} of ${installation.id} is gone`)
  const stored = await storedConfiguration(platform.db, installation)
  const { manifest } = release
  const schema = await schemaOfInstallation(platform, installation, input.mappings)
  const applied = accepted(applyConfiguration({ manifest, variant: installation.variant, stored, input, schema }))
  const secrets = await sealSecrets(platform, installation, applied.entered)
  const fits = await wasWaitedFor(platform, installation, storedAfter(stored, applied, platform.clock.now()))
  return change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const locked = await lockInstallation(trx, installation.id)
    if (!locked || locked.revision !== installation.revision || locked.releaseId !== installation.releaseId)
      return unit.unchanged().with(false)
    refuseState(locked, 'configure')
    const restoredFrom = input.restoredFrom ?? null
    const write = { installation: locked, releaseId: release.id, applied, secrets, restoredFrom }
    const written = await writeConfiguration(unit, write)
    const revision = written.result
    await updateInstallation(trx, locked.id, { revision, ...(fits ? { consideredReleaseId: null } : {}) }, now)
    if (locked.state === 'RUNNING') await wakeWorker(trx, locked, now)
    await noteInstallation(unit, trx, locked.id, {
      kind: 'configuration',
      message: `Revision ${revision} of the configuration was stored.`,
      details: { revision },
    })
    return written.with(true)
  })
}

/** The stored configuration after the write. */
function storedAfter(
  stored: StoredConfiguration,
  applied: Extract<AppliedConfiguration, { ok: true }>,
  now: Date,
): StoredConfiguration {
  const kept = Object.entries(stored.held).filter(([name]) => !applied.erased.includes(name))
  const entered = Object.keys(applied.entered).map((name) => [name, { updatedAt: now.toISOString() }] as const)
  return { ...applied.next, held: Object.fromEntries([...kept, ...entered]) }
}

/** Has the worker look at once, unless it is busy with a step that stays wanted: it looks again after that by itself. */
function wakeWorker(
  trx: Parameters<typeof interruptInstallation>[0],
  installation: Installation,
  now: Date,
): Promise<void> {
  return installation.step === null
    ? interruptInstallation(trx, installation.id, now)
    : updateInstallation(trx, installation.id, { dueAt: now }, now)
}

async function present(platform: Pick<Platform, 'db'>, id: string): Promise<Installation> {
  return transaction(platform.db, async (trx) => {
    const found = await lockInstallation(trx, id)
    if (!found) throw new Failure('not_found', 'There is no such installation. Check the id.')
    return found
  })
}

export function refuseState(installation: Installation, operation: Parameters<typeof wanted>[0]): void {
  if (takesOperation(installation.state, operation)) return
  throw new Failure('illegal_move', `The installation is ${installation.state}: ${wanted(operation)}`)
}

function wanted(operation: 'configure' | 'upgrade' | 'start' | 'stop' | 'uninstall'): string {
  return `it cannot ${operation} now. Look at it again in a moment, or see which operations it takes.`
}

/** Refuses a client that read another revision than the present one. */
export function refuseOldRevision(installation: Installation, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const given = ifMatch.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1'),
  )
  if (given.includes(String(installation.revision))) return
  throw new Failure(
    'revision_conflict',
    `The configuration is now at revision ${installation.revision}. Read it again and repeat your change.`,
    { extra: { revision: installation.revision } },
  )
}
