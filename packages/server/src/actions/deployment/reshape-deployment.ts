import { changeDeployment, type DeploymentRow, type Reshaping } from '../../store/deployment/deployments.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Changes how many instances a deployment has, or replaces them all. The process that holds its lease carries it out. */
export async function reshapeDeployment(
  platform: Changing,
  input: Reshaping & { deployment: DeploymentRow },
  origin: Origin,
): Promise<void> {
  const { deployment, ...wanted } = input
  const { id, organizationId } = deployment
  await change(platform, origin, async (unit) => {
    await changeDeployment(unit.trx, id, wanted, unit.now)
    const action = wanted.restart ? 'deployment.restart' : 'deployment.change'
    const details = wanted.restart ? {} : { replicas: wanted.replicas, ...wanted.between }
    return unit.record(action, { organizationId, id, details })
  })
}
