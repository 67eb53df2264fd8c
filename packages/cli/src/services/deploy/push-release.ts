import { type Image, pushImage, signImage } from '@mkt/oci'
import type { Listing } from '../listing/listings.ts'
import { registryCredentials, type Session } from '../platform/session.ts'
import type { DeployPlan } from './deploy-plan.ts'

export interface SigningKey {
  /** A private key in PEM form. */
  key: string
  passphrase?: string
}

export interface PushOptions {
  signal: AbortSignal
  onProgress: (text: string) => void
  /** Given, the image is signed and the signature pushed beside it. */
  sign?: SigningKey | undefined
}

/** Pushes the image to the listing's repository. */
export async function pushRelease(
  session: Session,
  plan: DeployPlan,
  image: Image,
  { signal, onProgress, sign }: PushOptions,
): Promise<void> {
  const credentials = registryCredentials(session.credentials)
  const to = { registry: session.url, repository: plan.manifest.name, credentials }
  // By digest alone: the tag of a release never moves, and this is no release yet.
  await pushImage(image, to, {
    signal,
    mountFrom: await relatives(session, plan.listing),
    onProgress: ({ totalTransferred, totalSize }) =>
      onProgress(`${Math.floor((100 * totalTransferred) / Math.max(totalSize, 1))} % of ${megabytes(totalSize)}`),
  })
  if (sign === undefined) return
  onProgress('signing')
  const reference = `${new URL(session.url).host}/${plan.manifest.name}`
  await pushImage(signImage(image, { ...sign, reference }), to, { signal })
}

/** Other apps of the organization: they are likely to stand on the same base layer, which then need not travel again. */
async function relatives({ client }: Session, { id, organization }: Listing): Promise<string[]> {
  const { items } = await client.listOrganizationListings({ params: { org: organization.id }, query: { limit: 50 } })
  const released = items.filter((other) => other.id !== id && other.currentReleaseId !== null)
  return released.slice(0, 3).map(({ name }) => name)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
