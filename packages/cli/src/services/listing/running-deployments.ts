import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { everyItem } from '../platform/pages.ts'
import type { Listing } from './listings.ts'
import type { Deployment } from './restart-listing.ts'

const running: readonly Deployment['state'][] = ['STARTING', 'RUNNING', 'SICK']

/** What of an app runs, newest first; of one version where it is named. */
export async function runningDeployments(client: Client, listing: Listing, version?: string): Promise<Deployment[]> {
  const found: Deployment[] = []
  const params = { id: listing.id }
  const pages = everyItem((cursor) => client.listDeployments({ params, query: cursor === undefined ? {} : { cursor } }))
  for await (const deployment of pages) if (running.includes(deployment.state)) found.push(deployment)
  const meant = found.filter(({ release }) => version === undefined || release.version === version)
  if (meant.length > 0) return meant
  const what = version === undefined ? listing.name : `${listing.name} ${version}`
  throw new Abort('nothing_runs', `Nothing of ${what} runs.`, {
    fix:
      found.length === 0
        ? 'Deploy a release, and launch it.'
        : `These run: ${found.map(({ release }) => release.version).join(', ')}.`,
  })
}

/** Whether as many instances are healthy as somebody asked for. */
export function isScaled({ state, replicas, instances }: Deployment): boolean {
  if (state === 'STOPPED' || state === 'STOPPING') return true
  return instances.filter((one) => one.state === 'HEALTHY').length === replicas
}
