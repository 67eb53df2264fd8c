import { renewDeployments, replaceGround } from '../../store/deployment/application-ground.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { reachableAddresses } from './reachable-addresses.ts'

/**
 * Instances may outlive the platform that started them, and then know it by the addresses of that time. Where those have changed
 * (other ports, another state address) they could not read their state or report telemetry any more, so all are replaced. So they are
 * where outlets close their egress from now on: those from before have none. Returns how many deployments.
 */
export async function renewInstances(
  platform: Changing & Pick<Platform, 'addresses' | 'policy'>,
  { hasOutlets = false } = {},
): Promise<number> {
  const { addresses, policy } = platform
  const { stateUrl, otlpUrl } = addresses
  const facts = [stateUrl, otlpUrl, reachableAddresses(platform).sort(), policy.egress]
  const ground = JSON.stringify(hasOutlets ? [...facts, 'outlets'] : facts)
  return changeByPlatform(platform, async (unit) => {
    const { trx, now } = unit
    if (!(await replaceGround(trx, ground, now))) return unit.unchanged().with(0)
    const renewed = await renewDeployments(trx, now)
    return unit.changed('deployment', ...renewed).with(renewed.length)
  })
}
