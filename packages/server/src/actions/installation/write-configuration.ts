import { limits } from '@mkt/contract/limits'
import type { AppliedConfiguration } from '@mkt/manifest'
import { actorOf } from '../../domain/accounts/caller.ts'
import { insertConfiguration, pruneConfigurations } from '../../store/installation/configurations.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { eraseSecrets, putSecret, type SealedSecret } from '../../store/installation/secrets.ts'
import type { Recorded, Unit } from '../platform/unit.ts'

const most = { revisions: limits.revisionsKept.value, bytes: limits.revisionBytes.value }

/** Writes a checked configuration as the next revision, as part of a larger change. Answers its number. */
export async function writeConfiguration(
  unit: Unit,
  input: {
    installation: Installation
    releaseId: string
    applied: Extract<AppliedConfiguration, { ok: true }>
    secrets: readonly SealedSecret[]
    restoredFrom: number | null
    /** The person who gave it, if earlier than this write. */
    actor?: { kind: string; id: string; label: string }
  },
): Promise<Recorded<number>> {
  const { trx, now, origin } = unit
  const { installation, applied, secrets } = input
  const revision = installation.revision + 1
  await insertConfiguration(trx, {
    installationId: installation.id,
    revision,
    releaseId: input.releaseId,
    ...applied.next,
    marks: applied.marks,
    restoredFrom: input.restoredFrom,
    actor: input.actor ?? actorOf(origin.caller),
    now,
  })
  await pruneConfigurations(trx, installation.id, most)
  await eraseSecrets(trx, installation.id, applied.erased)
  for (const secret of secrets) await putSecret(trx, installation.id, secret)
  const { id, organizationId } = installation
  const action = input.restoredFrom === null ? 'configuration.write' : 'configuration.restore'
  const details = { revision, marks: applied.marks, restoredFrom: input.restoredFrom }
  return unit.record(action, { organizationId, id, details }).with(revision)
}
