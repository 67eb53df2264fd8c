import { transaction } from '../../store/database/transaction.ts'
import { renewDeployments, replaceGround } from '../../store/deployment/application-ground.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Instances may outlive the platform that started them, and then know it by the addresses of that time. Where those have changed
 * (other ports, another state address) they could not read their state any more, so all are replaced. Returns how many deployments.
 */
export async function renewInstances(platform: Platform): Promise<number> {
  const { addresses, policy } = platform
  const ground = JSON.stringify([addresses.stateUrl, [...policy.allowAddresses].sort()])
  return transaction(platform.db, async (trx) => {
    const now = platform.clock.now()
    if (!(await replaceGround(trx, ground, now))) return 0
    const renewed = await renewDeployments(trx, now)
    for (const id of renewed) await platform.changes.publish(trx, 'deployment', id)
    return renewed.length
  })
}
