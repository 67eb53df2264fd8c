import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { findListing } from '../listing/listings.ts'
import { isPassing } from '../platform/network-error.ts'

export type Installation = Awaited<ReturnType<Client['getInstallation']>>

const EVERY_MS = 500
/** A hook may take 15 minutes; who does not want to wait has a flag, or Ctrl-C. */
const PATIENCE_MS = 16 * 60_000

/** Watches an installation until it reaches the expected state; throws its error with the reason. */
export async function followInstallation(
  client: Client,
  started: Installation,
  wanted: Installation['state'],
  signal: AbortSignal,
): Promise<Installation> {
  const until = Date.now() + PATIENCE_MS
  let installation = started
  while (installation.state !== wanted || installation.target !== null) {
    const { id, state, reason } = installation
    const extra = { installation }
    if (signal.aborted) throw new Abort('interrupted', `${id} is ${state} and goes on without us.`, { extra })
    if (Date.now() > until) throw new Abort('installation_slow', `${id} is still ${state}.`, { extra })
    if (state === 'ERROR')
      throw new Abort('installation_error', `${id} cannot run: ${reason ?? 'no reason is known'}`, {
        fix: `See "mkt installations log ${id}"; then "mkt installations start ${id}" tries again.`,
        extra,
      })
    await pause(EVERY_MS, undefined, { signal }).catch(() => {})
    const last: Installation = installation
    installation = await client.getInstallation({ params: { id } }).catch((error: unknown) => {
      if (isPassing(error)) return last
      throw error
    })
  }
  return installation
}

/** The installation somebody means: by id, by its name, or the newest of an application, by default of the folder's. */
export async function meantInstallation(
  client: Client,
  org: string,
  named: string | undefined,
  appName: () => string,
): Promise<Installation> {
  if (named?.startsWith('ins_')) return client.getInstallation({ params: { id: named } })
  const byName = named === undefined ? undefined : await installationNamed(client, org, named)
  if (byName) return byName
  const listing = await findListing(client, named ?? appName())
  const { items } = await client.listInstallations({ params: { org }, query: { listingId: listing.id, limit: 200 } })
  const found = newestThere(items)
  if (found) return found
  throw new Abort('installation_unknown', `Your organization has no installation of ${listing.name}.`, {
    fix: 'Launch it with "mkt launch --test".',
  })
}

/** The newest that stays; else the newest that is on its way out; else the newest that was. */
export function newestThere<Item extends Pick<Installation, 'state'>>(newestFirst: readonly Item[]): Item | undefined {
  const there = newestFirst.filter(({ state }) => state !== 'UNINSTALLED')
  return there.find(({ state }) => state !== 'UNINSTALLING') ?? there[0] ?? newestFirst[0]
}

async function installationNamed(client: Client, org: string, name: string): Promise<Installation | undefined> {
  const query = { q: name, uninstalled: 'false' as const, limit: 200 }
  const { items } = await client.listInstallations({ params: { org }, query })
  const [found, ...others] = items.filter((item) => item.name.toLowerCase() === name.toLowerCase())
  if (others.length === 0) return found
  throw new Abort('installation_ambiguous', `${others.length + 1} installations are named "${name}".`, {
    fix: 'Give the id of one: "mkt installations list" shows them.',
  })
}
