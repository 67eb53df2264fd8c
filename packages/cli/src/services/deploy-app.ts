import { randomUUID } from 'node:crypto'
import { RefusedError } from '@mkt/contract/client'
import { type Manifest, parseManifest } from '@mkt/manifest'
import { type Image, pushImage } from '@mkt/oci'
import { Abort } from '../abort.ts'
import { type AppFolder, validManifest, withVersion, writeManifest } from './app-folder.ts'
import { type DeployingMark, readMark, removeMark, restoreManifest, rewriteMark, setMark } from './deploying-mark.ts'
import { followRelease } from './follow-release.ts'
import { type ImageChoice, makeImage } from './image-choice.ts'
import { findListing, type Listing } from './listings.ts'
import { raisePart } from './raise-part.ts'
import { checkVersion, everyRelease, findRelease, type Release } from './releases.ts'
import type { Session } from './session.ts'

export type DeployStep = 'check' | 'build' | 'push' | 'release' | 'live' | 'promote'

export interface DeployRequest {
  folder: AppFolder
  session: Session
  choice: ImageChoice
  /** Deploys exactly this version instead of raising. */
  version?: string | undefined
  dryRun: boolean
  promote: boolean
  /** Follow the release until it is live or failed. */
  wait: boolean
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
  onStep: (step: DeployStep, detail?: string) => void
}

export interface Deployed {
  listing: { id: string; name: string }
  previousVersion: string
  release: { id: string | null; version: string; state: string | null; imageDigest: string }
}

/** A request went out and no answer came back, nor can the platform be asked. */
class UncertainError extends Error {}

interface Plan {
  listing: Listing
  manifest: Manifest
  version: string
  raised: string
}

/**
 * Deploys an application: raise, build, push, release, follow. Until the release exists, whatever ends this puts the
 * manifest back; from then on the raised file stays, for its version is used up.
 */
export async function deployApp(request: DeployRequest): Promise<Deployed> {
  request.onStep('check')
  const plan = await planDeploy(request)
  if (request.dryRun) return dryRun(request, plan)
  const release = await raisedWhile(request.folder, plan, request.session.url, async () => {
    const image = await buildImage(request, plan)
    try {
      await push(request, plan, image)
      request.signal.throwIfAborted()
      request.onStep('release')
      return await createRelease(request, plan, image.digest)
    } finally {
      await image.close()
    }
  })
  return finish(request, plan, release)
}

async function planDeploy({ folder, session, version: asked }: DeployRequest): Promise<Plan> {
  const { name } = validManifest(folder)
  const listing = await findListing(session.client, name)
  const before = validManifest(folder, listing.variant)
  if (listing.state === null)
    throw new Abort('listing_not_published', `The listing ${name} is not published yet.`, {
      fix: `Publish it: "mkt listings publish ${name}", or in the console.`,
    })
  const version = asked ?? raisePart(before.version, 'minor')
  const existing: string[] = []
  for await (const release of everyRelease(session.client, listing.id)) existing.push(release.version)
  checkVersion(version, existing)
  const raised = withVersion(folder, version)
  const { manifest } = parseManifest(raised, { variant: listing.variant })
  if (manifest === undefined) throw new Error('raising the version made the manifest invalid')
  return { listing, manifest, version, raised }
}

/** Holds the raised file while the work is done; puts it back when the work ends without a release. */
async function raisedWhile(folder: AppFolder, plan: Plan, url: string, work: () => Promise<Release>): Promise<Release> {
  const { version, raised, listing } = plan
  const previousVersion = (JSON.parse(folder.text) as { version: string }).version
  const mark = { url, listing: refOf(listing), previousVersion, version, original: folder.text, raised }
  setMark(folder, mark)
  try {
    if (raised !== folder.text) writeManifest(folder, raised)
    const release = await work()
    removeMark(folder)
    return release
  } catch (error) {
    restoreManifest(folder, mark)
    if (!(error instanceof UncertainError)) {
      removeMark(folder)
      throw error
    }
    rewriteMark(folder, { ...(readMark(folder) as DeployingMark), restored: true })
    throw error.cause
  }
}

function buildImage({ folder, choice, env, session, onStep }: DeployRequest, plan: Plan): Promise<Image> {
  onStep('build')
  return makeImage(choice, {
    folder,
    manifest: plan.raised,
    name: `${plan.manifest.name}:${plan.version}`,
    env,
    credentials: session,
    say: (line) => onStep('build', line),
  })
}

async function push({ session, signal, onStep }: DeployRequest, plan: Plan, image: Image): Promise<void> {
  signal.throwIfAborted()
  onStep('push')
  const credentials = { username: session.clientId, password: session.apiKey }
  const to = { registry: session.url, repository: plan.manifest.name, credentials }
  // By digest alone: the tag of a release never moves, and this is no release yet.
  await pushImage(image, to, {
    signal,
    mountFrom: await relatives(session, plan.listing),
    onProgress: ({ totalTransferred, totalSize }) =>
      onStep('push', `${Math.floor((100 * totalTransferred) / Math.max(totalSize, 1))} % of ${megabytes(totalSize)}`),
  })
}

/** Other apps of the organization: they are likely to stand on the same base layer, which then need not travel again. */
async function relatives({ client }: Session, { id, organization }: Listing): Promise<string[]> {
  const { items } = await client.listOrganizationListings({ params: { org: organization.id }, query: { limit: 50 } })
  const released = items.filter((other) => other.id !== id && other.currentReleaseId !== null)
  return released.slice(0, 3).map(({ name }) => name)
}

/** Once sent, the request is not broken off: its outcome decides what the file must say. */
async function createRelease({ session }: DeployRequest, plan: Plan, imageDigest: string): Promise<Release> {
  const { client } = session
  const { listing, version } = plan
  const manifest = JSON.parse(plan.raised)
  const headers = { 'idempotency-key': randomUUID() }
  try {
    return await client.createRelease({
      params: { id: listing.id },
      body: { manifest, imageDigest },
      headers,
      signal: AbortSignal.timeout(60_000),
    })
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500) throw error
    const found = await findRelease(client, listing.id, version).catch(() => {
      throw new UncertainError('unknown whether the release exists', { cause: error })
    })
    if (found?.imageDigest === imageDigest) return found
    throw error
  }
}

async function finish(request: DeployRequest, plan: Plan, created: Release): Promise<Deployed> {
  const { session, wait, signal, onStep } = request
  const listing = refOf(plan.listing)
  const previousVersion = (JSON.parse(request.folder.text) as { version: string }).version
  const answer = (release: Release): Deployed => ({ listing, previousVersion, release: shortOf(release) })
  if (created.state !== 'REJECTED') onStep('live')
  const follow = wait || request.promote || created.state === 'REJECTED'
  const release = follow ? await followRelease(session.client, created, { signal, extra: answer(created) }) : created
  if (!request.promote) return answer(release)
  onStep('promote')
  try {
    return answer(await session.client.promoteRelease({ params: { id: release.id } }))
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    throw new Abort(error.code, `Release ${release.version} is live, but not promoted: ${error.message}`, {
      requestId: error.requestId,
      fix: `Ask for a review with "mkt listings review ${listing.name}", then "mkt promote ${release.version}".`,
      extra: { ...answer(release) },
    })
  }
}

async function dryRun(request: DeployRequest, plan: Plan): Promise<Deployed> {
  const { listing, version } = plan
  const previousVersion = (JSON.parse(request.folder.text) as { version: string }).version
  // A Dockerfile may copy the manifest from the folder, and that is not to be touched now: the digest stays out of sight.
  const image = await buildImage(request, plan)
  await image.close()
  return {
    listing: refOf(listing),
    previousVersion,
    release: { id: null, version, state: null, imageDigest: image.digest },
  }
}

function refOf({ id, name }: Listing): { id: string; name: string } {
  return { id, name }
}

function shortOf({ id, version, state, imageDigest }: Release): Deployed['release'] {
  return { id, version, state, imageDigest }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
