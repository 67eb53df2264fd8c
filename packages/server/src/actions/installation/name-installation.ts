import { Failure } from '@mkt/contract/errors'
import { defaultName, isSameName } from '@mkt/contract/text'
import type { Trx } from '../../store/database/transaction.ts'
import { holdNames } from '../../store/installation/installation-names.ts'
import { installationById, lockInstallation, updateInstallation } from '../../store/installation/installations.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { refuseUninstalled } from './refuse-uninstalled.ts'

interface Place {
  tenantId: string
  listingId: string
}

/** The name for a new installation: the wanted one if it is free, else one made from the app's title. */
export async function chooseName(trx: Trx, place: Place, title: string, wanted: string | undefined): Promise<string> {
  const names = await holdNames(trx, place)
  if (wanted === undefined) return defaultName(title, names.values())
  refuseTaken(wanted, names.values())
  return wanted.trim()
}

/** Gives an installation another name. */
export async function renameInstallation(platform: Changing, id: string, name: string, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const found = await installationById(trx, id)
    if (!found) throw new Error(`installation ${id} is gone`)
    const names = await holdNames(trx, found)
    const locked = await lockInstallation(trx, id)
    if (!locked) throw new Error(`installation ${id} is gone`)
    refuseUninstalled(locked, 'it keeps its name.')
    names.delete(id)
    refuseTaken(name, names.values())
    if (locked.name === name.trim()) return unit.unchanged()
    await updateInstallation(trx, id, { name: name.trim() }, now)
    const details = { before: locked.name, name: name.trim() }
    return unit.record('installation.rename', { organizationId: locked.organizationId, id, details })
  })
}

function refuseTaken(name: string, taken: Iterable<string>): void {
  if (![...taken].some((other) => isSameName(other, name.trim()))) return
  throw new Failure(
    'name_taken',
    `Another installation of this app on this tenant is named "${name.trim()}". Choose another name.`,
  )
}
