import type { AppliedConfiguration } from '@mkt/manifest'
import { actorOf } from '../../domain/accounts/caller.ts'
import type { Trx } from '../../store/database/transaction.ts'
import { insertConfiguration } from '../../store/installation/configurations.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { eraseSecrets, putSecret, type SealedSecret } from '../../store/installation/secrets.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Writes a checked configuration as the next revision, inside the caller's transaction. Answers its number. */
export async function writeConfiguration(
  platform: Platform,
  trx: Trx,
  input: {
    installation: Installation
    releaseId: string
    applied: Extract<AppliedConfiguration, { ok: true }>
    secrets: readonly SealedSecret[]
    restoredFrom: number | null
    /** Who gave it, where that was earlier than this writing. */
    actor?: { kind: string; id: string; label: string }
  },
  origin: Origin,
): Promise<number> {
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
    now: platform.clock.now(),
  })
  await eraseSecrets(trx, installation.id, applied.erased)
  for (const secret of secrets) await putSecret(trx, installation.id, secret)
  await recordAudit(platform, trx, origin, {
    organizationId: installation.organizationId,
    action: input.restoredFrom === null ? 'configuration.write' : 'configuration.restore',
    subject: { kind: 'installation', id: installation.id },
    details: { revision, marks: applied.marks, restoredFrom: input.restoredFrom },
  })
  return revision
}
