import { releaseMachine } from '@mkt/contract/states'
import type { Installs } from '../../../queries/listing/listings.ts'
import type { Release } from '../../../queries/release/releases.ts'
import { publish } from '../../../texts/publish.ts'

const texts = publish.releases.progress

/** How many installations run a release, and how many there are of its app. */
export interface Reach {
  here: number
  all: number
}

/** Undefined while it is not known. */
export function reachOf(installs: Installs | undefined, releaseId: string): Reach | undefined {
  if (installs === undefined) return undefined
  const here = installs.releases.find(({ release }) => release.id === releaseId)?.total ?? 0
  return { here, all: installs.releases.reduce((sum, { total }) => sum + total, 0) }
}

/** Where a release stands, in words: deployed, approved, and how many follow it. */
export function releaseProgress(release: Release, reach: Reach | undefined): string[] {
  const { outcome } = releaseMachine.states[release.state]
  if (outcome === 'failed') return [texts.notDeployed]
  const deployed = outcome === 'ran' ? texts.deployed : texts.notYet
  const approved = release.approved ? texts.approved : texts.waits
  if (reach === undefined || reach.all === 0 || (reach.here === 0 && !release.approved)) return [deployed, approved]
  return [deployed, approved, texts.followed(Math.round((100 * reach.here) / reach.all), reach.here)]
}
