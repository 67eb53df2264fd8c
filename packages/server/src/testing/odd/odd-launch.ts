import { checkManifest, type Manifest } from '@mkt/manifest'
import { type Answered, type OddWorld, oddManifest } from './odd-world.ts'

let releases = 0

/**
 * Releases an application with the text wherever the rules of the manifest let it stand, launches it with the text as its settings, and waits for
 * what becomes of it: registered in the policy system, or failed with a reason.
 */
export async function launchOdd(world: OddWorld, text: string): Promise<Answered> {
  releases += 1
  const manifest = oddest(text, `1.${releases}.0`)
  const releaseId = await world.release(world.listingId, manifest, false)
  const settings = Object.fromEntries((manifest.app?.fields ?? []).map(({ name }) => [name, text]))
  const body = { listingId: world.listingId, tenantId: world.publisherTenantId, releaseId, settings }
  const answer = await world.ask(world.parties.publisher, 'POST', '/api/v1/organizations/acme/installations', body)
  if (answer.status < 300) await settled(world, (JSON.parse(answer.text) as { id: string }).id)
  return answer
}

/** Puts the text into one place after another and keeps it where the manifest stays valid. */
function oddest(text: string, version: string): Partial<Manifest> & { version: string } {
  let kept: Partial<Manifest> = { ...oddManifest, app: { fields: [] } }
  const isValid = (part: Partial<Manifest>) =>
    checkManifest({ name: 'acme/app-1', version, ...part }, { variant: 'connected' }).problems.length === 0
  const attempts: ((manifest: Partial<Manifest>) => Partial<Manifest>)[] = [
    (one) => ({ ...one, app: { fields: [{ name: text, title: 'Odd', type: 'Text' }] } }),
    (one) => ({
      ...one,
      app: { fields: [...(one.app?.fields ?? []), { name: 'b', title: text, type: 'Text', hint: text }] },
    }),
    (one) => ({ ...one, platform: { ...one.platform, fields: [{ name: text, title: 'Odd' }] } }),
    (one) => ({ ...one, platform: { ...one.platform, externalRaters: [{ name: text, path: '/rate' }] } }),
    (one) => ({
      ...one,
      platform: { ...one.platform, externalRaters: [{ name: 'r', path: '/rate', headers: { 'x-odd': text } }] },
    }),
    (one) => ({ ...one, platform: { ...one.platform, public: [`/open/${text}`] } }),
  ]
  for (const attempt of attempts) {
    const next = attempt(kept)
    if (isValid(next)) kept = next
  }
  return { ...kept, version }
}

async function settled({ reach }: OddWorld, id: string): Promise<void> {
  await Promise.any([reach(id, 'RUNNING'), reach(id, 'ERROR')])
}
