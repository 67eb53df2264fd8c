import { type Image, pushImage } from '@mkt/oci'
import type { DeployPlan } from './deploy-plan.ts'
import type { Listing } from './listings.ts'
import type { Session } from './session.ts'

/** Pushes the image to the listing's repository. */
export async function pushRelease(
  session: Session,
  plan: DeployPlan,
  image: Image,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (text: string) => void },
): Promise<void> {
  const credentials = { username: session.clientId, password: session.apiKey }
  const to = { registry: session.url, repository: plan.manifest.name, credentials }
  // By digest alone: the tag of a release never moves, and this is no release yet.
  await pushImage(image, to, {
    signal,
    mountFrom: await relatives(session, plan.listing),
    onProgress: ({ totalTransferred, totalSize }) =>
      onProgress(`${Math.floor((100 * totalTransferred) / Math.max(totalSize, 1))} % of ${megabytes(totalSize)}`),
  })
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
