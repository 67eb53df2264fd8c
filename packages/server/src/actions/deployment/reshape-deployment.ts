import { transaction } from '../../store/database/transaction.ts'
import { changeDeployment, type DeploymentRow } from '../../store/deployment/deployments.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** The publisher's wishes for a deployment: how many instances, or all of them anew. Whoever cares for it carries them out. */
export async function reshapeDeployment(
  platform: Platform,
  input: { deployment: DeploymentRow; replicas?: number; restart?: boolean },
  origin: Origin,
): Promise<void> {
  const { deployment, ...change } = input
  await transaction(platform.db, async (trx) => {
    await changeDeployment(trx, deployment.id, change, platform.clock.now())
    await platform.changes.publish(trx, 'deployment', deployment.id)
    await recordAudit(platform, trx, origin, {
      organizationId: deployment.organizationId,
      action: change.restart ? 'deployment.restart' : 'deployment.change',
      subject: { kind: 'deployment', id: deployment.id },
      details: change.restart ? {} : { replicas: change.replicas },
    })
  })
}
