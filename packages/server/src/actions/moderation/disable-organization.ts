import { lockOrganization, type Organization, setOrganizationDisabled } from '../../store/accounts/organizations.ts'
import {
  type Concerned,
  installationsConcerned,
  listingIdsOf,
} from '../../store/installation/disabled-organizations.ts'
import { planSweep } from '../../store/tenant/tenants.ts'
import { noteInstallation } from '../installation/note-installation.ts'
import { type Changing, change } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'

/**
 * Disables an organization, or enables it again. While it is disabled its people and keys can do nothing in it, its
 * listings are not shown and take no launches, and the routes of its apps and of its own installations are inactive.
 * Nothing is stopped or unregistered, so enabling it brings everything back.
 */
export async function setOrganizationEnabled(
  platform: Changing,
  input: { organization: Organization; enabled: boolean; reason: string | null },
  origin: Origin,
): Promise<Organization> {
  const { organization, enabled, reason } = input
  const { id } = organization
  const disabledAt = enabled ? null : platform.clock.now()
  await change(platform, origin, async (unit) => {
    const former = await lockOrganization(unit.trx, id)
    await setOrganizationDisabled(unit.trx, id, disabledAt, reason)
    if ((former?.disabledAt === null) === !enabled) await tellConcerned(unit, organization, enabled)
    const details = reason === null ? {} : { reason }
    return unit.record(enabled ? 'organization.enable' : 'organization.disable', { organizationId: id, id, details })
  })
  return { ...organization, disabledAt }
}

async function tellConcerned(unit: Unit, organization: Organization, enabled: boolean): Promise<void> {
  const { trx, now } = unit
  const concerned = await installationsConcerned(trx, organization.id)
  const message = enabled
    ? `The organization ${organization.name} was enabled again: the route is as active as before.`
    : `The organization ${organization.name} was disabled by an operator: the route answers 410 until it is enabled again.`
  for (const { installationId } of concerned) {
    await noteInstallation(unit, trx, installationId, {
      kind: 'organization',
      level: enabled ? 'info' : 'warning',
      message,
      details: { organization: organization.name, enabled },
    })
  }
  unit.changed('installation', ...concerned.map(({ installationId }) => installationId))
  unit.changed('listing', ...(await listingIdsOf(trx, organization.id)))
  // Events that the policy systems set aside meanwhile are resent by the sweep.
  const tenants = new Set(concerned.map(({ tenantId }) => tenantId))
  if (enabled) for (const id of tenants) await planSweep(trx, id, now)
  await notifyCustomers(unit, organization, enabled, concerned)
}

/** The customers of its apps did nothing wrong, and their policy systems still call the routes. */
async function notifyCustomers(
  unit: Unit,
  organization: Organization,
  enabled: boolean,
  concerned: readonly Concerned[],
): Promise<void> {
  const customers = Map.groupBy(concerned, (row) => row.organizationId)
  customers.delete(organization.id)
  for (const [organizationId, rows] of customers) {
    const apps = [...new Set(rows.map((row) => row.listingName))].join(', ')
    await notify(
      unit,
      { organizationId, roles: ['owner', 'admin'] },
      {
        kind: enabled ? 'publisher.enabled' : 'publisher.disabled',
        title: `The publisher ${organization.title} is ${enabled ? 'enabled again' : 'disabled'}`,
        text: enabled
          ? `${apps}: calls and events reach the app again. What your policy system set aside is sent again.`
          : `${apps}: the app answers no calls and hears no events until its publisher is enabled again. Stop the installation to take it out of your policy system.`,
        link: rows.length === 1 ? `/manage/installations/${rows[0]?.installationId}` : '/manage',
      },
    )
  }
}
