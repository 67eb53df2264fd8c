import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { appendLayer, openImage, pullImage, pushImage, readFile } from '@mkt/oci'
import { describe, expect, it } from 'vitest'
import { blobsOf, imageOf, indexOf } from '../../../oci/src/testing/image-of.ts'
import { testRegistry } from '../testing/images/registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
const to = { registry: test.origin, repository: 'acme/rater', credentials: acme.credentials }

describe('our own client', () => {
  it('pushes in chunks, skips what is there, and pulls', async () => {
    const image = await imageOf([[{ path: 'a', content: 'x' }], [{ path: 'b', content: 'y'.repeat(100_000) }]])
    const first = await pushImage(image, to, { tag: 'ours-1', chunkBytes: 40 })
    expect(first.uploaded).toHaveLength(3)
    const again = await pushImage(await appendLayer(image, [{ path: 'c', content: 'z' }]), to, { tag: 'ours-2' })
    expect(again.skipped).toHaveLength(2)
    const pulled = await openImage({ repository: to, reference: 'ours-1' })
    expect(pulled.digest).toBe(image.digest)
    expect((await readFile(pulled, 'b'))?.length).toBe(100_000)
    await pulled.close()
    const kept = await pullImage(to, 'ours-2', `${test.platform.policy.dataDir}/pulled`)
    expect((await readFile(kept, 'c'))?.toString()).toBe('z')
  })

  it('mounts what another repository has', async () => {
    const image = await imageOf([[{ path: 'm', content: 'mounted' }]])
    await pushImage(image, to)
    const into = { ...to, repository: 'acme/second' }
    expect((await pushImage(image, into, { mountFrom: ['acme/rater'] })).uploaded).toEqual([])
  })

  it('says clearly what the registry refused', async () => {
    const image = await imageOf([[{ path: 'a', content: 'q' }]])
    const wrong = { ...to, credentials: { ...to.credentials, password: 'wrong' } }
    await expect(pushImage(image, wrong)).rejects.toMatchObject({ code: 'registry_unauthorized' })
    await expect(pushImage(image, { ...to, repository: 'acme/absent' })).rejects.toThrow(/Create the listing first/)
    await expect(openImage({ repository: to, reference: 'absent' })).rejects.toMatchObject({ code: 'image_missing' })
  })

  it('takes the amd64 image of an index', async () => {
    const amd = blobsOf([[{ path: 'a', content: 'amd' }]])
    const arm = blobsOf([[{ path: 'a', content: 'arm' }]], { platform: { architecture: 'arm64', os: 'linux' } })
    for (const made of [amd, arm]) await pushImage(await openImage({ blobs: made.source, digest: made.digest }), to)
    const index = indexOf([
      { made: arm, architecture: 'arm64' },
      { made: amd, architecture: 'amd64' },
    ])
    const body = index.blobs.get(index.digest) as Buffer
    const headers = { 'content-type': 'application/vnd.oci.image.index.v1+json', authorization: acme.authorization }
    const put = await fetch(`${test.origin}/v2/acme/rater/manifests/multi`, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers,
    })
    expect(put.status).toBe(201)
    const image = await openImage({ repository: to, reference: 'multi' })
    expect(image.digest).toBe(amd.digest)
    await image.close()
  })
})

describe('on a line that breaks', () => {
  /** Passes bytes on to the registry and cuts every connection after `bytes` in one direction, `cuts` times in all. */
  async function brokenLine(
    direction: 'up' | 'down',
    bytes: number,
    cuts: number,
  ): Promise<{ origin: string; server: Server }> {
    let left = cuts
    const server = createServer((client) => {
      const upstream = connect(Number(new URL(test.origin).port), '127.0.0.1')
      let seen = 0
      const count = (chunk: Buffer) => {
        seen += chunk.length
        if (seen < bytes || left === 0) return
        left -= 1
        client.destroy()
        upstream.destroy()
      }
      client.on('data', (chunk: Buffer) => direction === 'up' && count(chunk))
      upstream.on('data', (chunk: Buffer) => direction === 'down' && count(chunk))
      for (const socket of [client, upstream]) socket.on('error', () => {})
      client.pipe(upstream).pipe(client)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
  }

  it('a push goes on where it stopped', async () => {
    const content = Array.from({ length: 400_000 }, (_, at) => String((at * 7919) % 10)).join('')
    const image = await imageOf([[{ path: 'big', content }]], { packing: 'plain' })
    const { origin, server } = await brokenLine('up', 150_000, 2)
    const pushed = await pushImage(image, { ...to, registry: origin }, { tag: 'broken-up', chunkBytes: 100_000 })
    server.close()
    expect(pushed.uploaded).toHaveLength(2)
    const arrived = await openImage({ repository: to, reference: 'broken-up' })
    expect((await readFile(arrived, 'big'))?.toString()).toBe(content)
    await arrived.close()
  })

  it('a pull asks for the rest', async () => {
    const content = Array.from({ length: 900_000 }, (_, at) => String((at * 104_729) % 10)).join('')
    await pushImage(await imageOf([[{ path: 'big', content }]], { packing: 'plain' }), to, { tag: 'broken-down' })
    const { origin, server } = await brokenLine('down', 300_000, 2)
    const image = await openImage({ repository: { ...to, registry: origin }, reference: 'broken-down' })
    expect((await readFile(image, 'big'))?.toString()).toBe(content)
    await image.close()
    server.close()
  })
})
