import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { isPassing } from '../platform/network-error.ts'

export type Deployment = Awaited<ReturnType<Client['getDeployment']>>

const EVERY_MS = 500
/** A new instance has 120 s to become healthy; images take a while to be unpacked before. */
const PATIENCE_MS = 300_000
/** New instances that ended before it is said to have failed: one may have had bad luck. */
const ENDS = 3

/** Replaces the instances of everything of a listing that runs. Returns the deployments with their new generation. */
export async function restartListing(client: Client, listingId: string): Promise<Deployment[]> {
  return (await client.restartListing({ params: { id: listingId } })).deployments
}

/** Watches a deployment until instances of its new generation serve; says why when they never do. */
export async function followRestart(client: Client, begun: Deployment, signal: AbortSignal): Promise<Deployment> {
  const until = Date.now() + PATIENCE_MS
  const { id, generation } = begun
  const name = `${begun.listing.name} ${begun.release.version}`
  let deployment = begun
  while (!isReplaced(deployment, generation)) {
    if (signal.aborted) throw new Abort('interrupted', `${name} goes on restarting without us.`)
    const ended = deployment.instances.filter((one) => one.generation >= generation && one.exitReason !== null)
    if (ended.length >= ENDS) throw failed(name, id, ended[0]?.exitReason ?? '')
    if (Date.now() > until) throw failed(name, id, 'They are not healthy yet.')
    await pause(EVERY_MS, undefined, { signal }).catch(() => {})
    const last: Deployment = deployment
    deployment = await client.getDeployment({ params: { id } }).catch((error: unknown) => {
      if (isPassing(error)) return last
      throw error
    })
  }
  return deployment
}

/** Enough new instances are healthy and no former one takes requests. Nobody needs a deployment that stopped meanwhile. */
export function isReplaced({ state, replicas, instances }: Deployment, generation: number): boolean {
  if (state === 'STOPPED' || state === 'STOPPING') return true
  const healthy = instances.filter((one) => one.state === 'HEALTHY')
  return healthy.length >= replicas && healthy.every((one) => one.generation >= generation)
}

function failed(name: string, deployment: string, reason: string): Abort {
  return new Abort('restart_failed', `The new instances of ${name} do not start: ${reason}`, {
    fix: `The former ones go on serving. See "mkt logs --deployment ${deployment}", correct what is wrong and restart again.`,
  })
}
