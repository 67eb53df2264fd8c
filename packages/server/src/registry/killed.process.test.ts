import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@mkt/contract/client'
import { openImage, pushImage, readFile } from '@mkt/oci'
import { afterAll, expect, it } from 'vitest'
import { imageOf } from '../../../oci/src/testing/image-of.ts'
import { startLaptop } from '../testing/platform/laptop.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a platform killed in the middle of a push takes the push again, and what had arrived is not sent twice', async () => {
  const layers = Array.from({ length: 6 }, (_, at) => [
    { path: `f${at}`, content: randomBytes(1_500_000).toString('hex') },
  ])
  const image = await imageOf(layers, { packing: 'plain' })
  const first = await startLaptop(folder)
  const { publisher } = first.bootstrap
  const credentials = { username: publisher.clientId, password: publisher.apiKey }
  const authorization = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
  const listing = await createClient({
    baseUrl: first.bootstrap.apiUrl,
    authorization: () => authorization,
  }).createListing({
    params: { org: 'acme' },
    body: { appName: 'killed', title: 'Killed', variant: 'connected' },
  })
  const to = (registry: string) => ({ registry, repository: listing.name, credentials })
  let done = 0
  const abort = new AbortController()
  const broken = pushImage(image, to(first.bootstrap.apiUrl), {
    concurrency: 1,
    chunkBytes: 200_000,
    signal: abort.signal,
    onProgress({ event, transferred }) {
      if (event === 'done') done += 1
      if (done === 2 && event === 'bytes' && transferred >= 600_000) {
        first.child.kill('SIGKILL')
        abort.abort()
      }
    },
  })
  await expect(broken).rejects.toThrow()

  const second = await startLaptop(folder)
  try {
    const again = await pushImage(image, to(second.bootstrap.apiUrl), { tag: 'whole' })
    expect(again.skipped.length).toBeGreaterThanOrEqual(2)
    const arrived = await openImage({ repository: to(second.bootstrap.apiUrl), reference: 'whole' })
    expect((await readFile(arrived, 'f5', { maxBytes: 4_000_000 }))?.length).toBe(3_000_000)
    await arrived.close()
    expect(readdirSync(join(folder, 'registry', 'uploads')).length).toBeLessThanOrEqual(1)
  } finally {
    await second.end('SIGTERM')
  }
})
