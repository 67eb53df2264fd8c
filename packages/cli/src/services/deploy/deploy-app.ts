import { RefusedError } from '@mkt/contract/client'
import type { Image } from '@mkt/oci'
import { Abort } from '../../abort.ts'
import type { AppFolder } from '../app/app-folder.ts'
import { type ImageChoice, makeImage } from '../image/image-choice.ts'
import type { Listing } from '../listing/listings.ts'
import type { Session } from '../platform/session.ts'
import { followRelease } from '../release/follow-release.ts'
import type { Release } from '../release/releases.ts'
import { createRelease } from './create-release.ts'
import { type DeployPlan, planDeploy } from './deploy-plan.ts'
import { pushRelease, type SigningKey } from './push-release.ts'
import { raisedWhile } from './raised-manifest.ts'
import { tryBefore } from './try-before.ts'

export type DeployStep = 'check' | 'build' | 'try' | 'push' | 'release' | 'live' | 'promote'

export interface DeployRequest {
  folder: AppFolder
  session: Session
  choice: ImageChoice
  /** Deploys exactly this version instead of raising. */
  version?: string | undefined
  dryRun: boolean
  /** Start the image on this machine before it counts. */
  tries: boolean
  /** What customers are told about the release, in Markdown. */
  notes?: string | undefined
  promote: boolean
  /** The key to sign the image with. */
  sign?: SigningKey | undefined
  /** Follow the release until it is live or failed. */
  wait: boolean
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
  onStep: (step: DeployStep, detail?: string) => void
  /** A line to show when the steps are done. */
  onNote: (line: string) => void
}

export interface Deployed {
  listing: { id: string; name: string }
  previousVersion: string
  release: { id: string | null; version: string; state: string | null; imageDigest: string }
}

/**
 * Deploys an application: raise, build, try, push, release, follow. Until the release exists, whatever ends this puts the
 * manifest back; from then on the raised file stays, because its version is used up.
 */
export async function deployApp(request: DeployRequest): Promise<Deployed> {
  const { folder, session, signal, onStep } = request
  onStep('check')
  const plan = await planDeploy(folder, session, request.version)
  if (request.dryRun) return dryRun(request, plan)
  const release = await raisedWhile(folder, plan, session.url, async () => {
    const image = await builtImage(request, plan)
    try {
      signal.throwIfAborted()
      onStep('push')
      await pushRelease(session, plan, image, {
        signal,
        onProgress: (text) => onStep('push', text),
        sign: request.sign,
      })
      signal.throwIfAborted()
      onStep('release')
      return await createRelease(session, plan, image.digest, request.notes)
    } finally {
      await image.close()
    }
  })
  return finish(request, plan, release)
}

/** The image to deploy, tried on this machine where that was asked for. Close it when done. */
async function builtImage(request: DeployRequest, plan: DeployPlan): Promise<Image> {
  const { folder, choice, env, session, signal, onStep } = request
  onStep('build')
  const image = await makeImage(choice, {
    folder,
    manifest: plan.raised,
    name: `${plan.manifest.name}:${plan.version}`,
    env,
    credentials: session.credentials,
    say: (line) => onStep('build', line),
    note: request.onNote,
  })
  if (!request.tries) return image
  try {
    signal.throwIfAborted()
    onStep('try')
    await tryBefore({ session, plan, image, signal, note: request.onNote })
    return image
  } catch (error) {
    await image.close()
    throw error
  }
}

async function finish(request: DeployRequest, plan: DeployPlan, created: Release): Promise<Deployed> {
  const { session, wait, signal, onStep } = request
  const listing = refOf(plan.listing)
  const previousVersion = (JSON.parse(request.folder.text) as { version: string }).version
  const answer = (release: Release): Deployed => ({ listing, previousVersion, release: shortOf(release) })
  const follow = wait || request.promote || created.state === 'REJECTED'
  if (follow && created.state !== 'REJECTED') onStep('live')
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

async function dryRun(request: DeployRequest, plan: DeployPlan): Promise<Deployed> {
  const { listing, version } = plan
  const previousVersion = (JSON.parse(request.folder.text) as { version: string }).version
  // A Dockerfile may copy the manifest from the folder, and that is not to be touched now: the digest stays out of sight.
  const image = await builtImage(request, plan)
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
