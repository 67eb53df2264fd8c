import { runnersOf } from '../../domain/installation/installation-runners.ts'
import { reasonSentence } from '../../domain/tenant/connection.ts'
import { takeUntoldOutages, type UntoldOutage } from '../../store/tenant/connections.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Unit } from '../platform/unit.ts'

/** Shorter outages are not reported. */
const LASTS_MS = 3 * 60_000
const AGAIN_MS = 3_600_000

/** Tells those who run applications on a tenant that its policy system is away: once for the tenant, however many they are. */
export async function notifyOutages(platform: Changing): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    const before = (milliseconds: number) => new Date(unit.now.getTime() - milliseconds)
    const times = { awayBefore: before(LASTS_MS), toldBefore: before(AGAIN_MS), now: unit.now }
    const outages = await takeUntoldOutages(unit.trx, times)
    for (const outage of outages) await tell(unit, outage)
    return unit.unchanged()
  })
}

function tell(unit: Unit, { id, name, organizationId, reason }: UntoldOutage) {
  return notify(
    unit,
    { organizationId, roles: runnersOf(undefined) },
    {
      kind: 'tenant.unreachable',
      title: `The policy system of ${name} does not answer`,
      text: `${reason === null ? '' : `${reasonSentence(reason)} `}Apps on it get nothing from it and cannot ask it. Check its address and the network in front of it. The platform tries again automatically.`,
      link: `/manage/tenants/${id}`,
    },
  )
}
