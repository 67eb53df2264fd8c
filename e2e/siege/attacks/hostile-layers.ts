import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendLayer, buildNodeImage, pushImage } from '@mkt/oci'
import type { Bootstrap } from '../../../packages/server/src/laptop/bootstrap.ts'
import { hostileOrganization } from '../hostile-organization.ts'
import type { Attack } from './attack.ts'

/** What a layer unpacks to; packed it is a thousandth of that. */
const UNPACKED_BYTES = 128_000_000
const APP = 'swells'

/** Pushes images whose layers are small and unpack to much, each another one, and makes releases of them. */
export function hostileLayers(bootstrap: Bootstrap): Attack {
  const done: Attack['done'] = {}
  const zeros = Buffer.alloc(UNPACKED_BYTES)
  let published: Awaited<ReturnType<typeof publish>> | undefined
  let at = 0

  async function publish() {
    const { client, org, name, key } = await hostileOrganization(bootstrap, 'evil-layers')
    const texts = { title: APP, variant: 'connected' as const, about: 'About.', requirements: 'None.' }
    const { id } = await client.createListing({ params: { org }, body: { appName: APP, ...texts } })
    await client.publishListing({ params: { id } })
    const credentials = { username: key.clientId, password: key.apiKey }
    return { client, id, to: { registry: bootstrap.apiUrl, repository: `${name}/${APP}`, credentials } }
  }

  async function release(): Promise<string> {
    if (published === undefined) throw new Error('Nothing is published yet.')
    const { client, id, to } = published
    at += 1
    const { repository } = to
    const manifest = JSON.stringify({ name: repository, version: `1.0.${at}` })
    const folder = mkdtempSync(join(tmpdir(), 'mkt-hostile-'))
    try {
      writeFileSync(join(folder, 'package.json'), '{ "name": "swells", "type": "module", "main": "main.js" }')
      writeFileSync(join(folder, 'main.js'), 'process.exit(1)')
      const image = await buildNodeImage({ dir: folder, manifest: Buffer.from(manifest) })
      const swollen = await appendLayer(image, [{ path: `/zeros-${at}`, content: zeros }])
      try {
        await pushImage(swollen, to)
        const { state } = await client.createRelease({
          params: { id },
          body: { manifest, imageDigest: swollen.digest },
        })
        return state
      } finally {
        await swollen.close()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  return {
    name: 'hostile layers',
    least: { once: 1 },
    done,
    prepare: async () => {
      published = await publish()
    },
    async round() {
      const outcome = await release().catch((error: { code?: string }) => error.code ?? 'refused')
      done[outcome] = (done[outcome] ?? 0) + 1
    },
    stop() {},
  }
}
