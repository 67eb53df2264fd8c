import { Failure } from '@mkt/contract/errors'
import { defaultName } from '@mkt/contract/text'
import type { Trx } from '../../store/database/transaction.ts'
import { holdNames, isNameTaken, type NamePlace, namesAt } from '../../store/installation/installation-names.ts'
import { installationById, lockInstallation, updateInstallation } from '../../store/installation/installations.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { refuseUninstalled } from './refuse-uninstalled.ts'

/** The name for a new installation: the wanted one if it is free, else one made from the app's title. */
export async function chooseName(
  trx: Trx,
  place: NamePlace,
  title: string,
  wanted: string | undefined,
): Promise<string> {
  await holdNames(trx, place)
  if (wanted !== undefined) {
    await refuseTaken(trx, place, wanted, null)
    return wanted.trim()
  }
  const names = await namesAt(trx, place)
  for (;;) {
    const name = defaultName(title, names)
    if (!(await isNameTaken(trx, place, name, null))) return name
    names.push(name)
  }
}

/** Gives an installation another name. */
export async function renameInstallation(platform: Changing, id: string, name: string, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const found = await installationById(trx, id)
    if (!found) throw new Error(`installation ${id} is gone`)
    await holdNames(trx, found)
    const locked = await lockInstallation(trx, id)
    if (!locked) throw new Error(`installation ${id} is gone`)
    refuseUninstalled(locked, 'it keeps its name.')
    await refuseTaken(trx, found, name, id)
    if (locked.name === name.trim()) return unit.unchanged()
    await updateInstallation(trx, id, { name: name.trim() }, now)
    const details = { before: locked.name, name: name.trim() }
    return unit.record('installation.rename', { organizationId: locked.organizationId, id, details })
  })
}

async function refuseTaken(trx: Trx, place: NamePlace, name: string, id: string | null): Promise<void> {
  if (!(await isNameTaken(trx, place, name.trim(), id))) return
  throw new Failure(
    'name_taken',
    `Another installation of this app on this tenant is named "${name.trim()}". Choose another name.`,
  )
}
