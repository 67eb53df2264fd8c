import { renewDeployments, replaceGround } from '../../store/deployment/application-ground.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { reachableAddresses } from './reachable-addresses.ts'

/**
 * Instances may outlive the platform that started them, and then know it by the addresses of that time. Where those have changed
 * (other ports, another state address) they could not read their state or report telemetry any more, so all are replaced. Returns how many deployments.
 */
export async function renewInstances(platform: Changing & Pick<Platform, 'addresses' | 'policy'>): Promise<number> {
  const { addresses, policy } = platform
  const { stateUrl, otlpUrl } = addresses
  const ground = JSON.stringify([stateUrl, otlpUrl, reachableAddresses(platform).sort(), policy.egress])
  return changeByPlatform(platform, async (unit) => {
    const { trx, now } = unit
    if (!(await replaceGround(trx, ground, now))) return unit.unchanged().with(0)
    const renewed = await renewDeployments(trx, now)
    return unit.changed('deployment', ...renewed).with(renewed.length)
  })
}
