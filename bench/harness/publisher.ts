import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@mkt/contract/client'
import { buildNodeImage, pushImage } from '@mkt/oci'
import type { RunningPlatform } from './platform.ts'

const example = join(import.meta.dirname, '../../examples/minimal')

export interface Publisher {
  /** A published listing. */
  list(appName: string): Promise<string>
  /** Builds and pushes the example as this version of the app; gives what a release needs. */
  push(appName: string, version: string): Promise<{ manifest: string; imageDigest: string }>
  /** Creates the release and waits until it is live, looking this often; gives the seconds from one to the other. */
  release(listingId: string, pushed: { manifest: string; imageDigest: string }, lookMs?: number): Promise<number>
}

const LOOK_MS = 50
const PATIENCE_MS = 300_000

/** The publisher of a laptop start, by its API key. */
export function publisherOf({ bootstrap }: RunningPlatform): Publisher {
  const { apiUrl, publisher } = bootstrap
  const credentials = { username: publisher.clientId, password: publisher.apiKey }
  const authorization = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
  const client = createClient({ baseUrl: apiUrl, authorization: () => authorization })
  const given = JSON.parse(readFileSync(join(example, 'platform-app.json'), 'utf8')) as object
  const org = publisher.organization.name

  async function untilLive(id: string, lookMs: number): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const { state } = await client.getRelease({ params: { id } })
      if (state === 'LIVE') return
      if (state === 'FAILED' || Date.now() > end) throw new Error(`the release ${id} is ${state}`)
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }

  return {
    async list(appName) {
      const texts = { title: appName, variant: 'connected' as const, about: 'a', requirements: 'r' }
      const { id } = await client.createListing({ params: { org }, body: { appName, ...texts } })
      await client.publishListing({ params: { id } })
      return id
    },
    async push(appName, version) {
      const repository = `${org}/${appName}`
      const manifest = JSON.stringify({ ...given, name: repository, version })
      const image = await buildNodeImage({ dir: example, manifest: Buffer.from(manifest) })
      try {
        await pushImage(image, { registry: apiUrl, repository, credentials }, { tag: version })
        return { manifest, imageDigest: image.digest }
      } finally {
        await image.close()
      }
    },
    async release(listingId, pushed, lookMs = LOOK_MS) {
      const began = performance.now()
      const { id } = await client.createRelease({ params: { id: listingId }, body: pushed })
      await untilLive(id, lookMs)
      return (performance.now() - began) / 1000
    },
  }
}
