import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { appendLayer, type Image, openImage, pushImage, readFile, signImage, writeArchive } from '@mkt/oci'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsOf } from '../../../../scripts/docs/pages.ts'
import { imageOf } from '../../../oci/src/testing/image-of.ts'
import { testRegistry } from '../testing/images/registry.ts'

const run = promisify(execFile)
const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
const host = test.origin.replace('http://', '')
const { username, password } = acme.credentials
const from = { registry: test.origin, repository: 'acme/rater', credentials: acme.credentials }

const dir = mkdtempSync(join(tmpdir(), 'mkt-clients-'))
const archive = join(dir, 'image.tar')
const layers = 30

async function manyLayers(): Promise<Image> {
  let image = await imageOf([[{ path: 'base', content: 'x'.repeat(3_000_000) }]])
  for (let number = 1; number < layers; number += 1)
    image = await appendLayer(image, [{ path: `file${number}`, content: `content ${number} `.repeat(1000) }])
  return image
}

beforeAll(async () => writeArchive(await manyLayers(), archive, { name: 'acme/rater:made' }))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** What arrived is the image that was pushed: all its layers, readable by our own reader. */
async function expectWhole(tag: string): Promise<void> {
  const image = await openImage({ repository: from, reference: tag })
  expect(image.layers).toHaveLength(layers)
  expect((await readFile(image, `file${layers - 1}`))?.toString()).toContain(`content ${layers - 1}`)
  expect((await readFile(image, 'base', { maxBytes: 4_000_000 }))?.length).toBe(3_000_000)
  await image.close()
}

describe('skopeo', () => {
  it('copies an image in and out again, and lists tags', async () => {
    const to = `docker://${host}/acme/rater:skopeo`
    await run('skopeo', [
      'copy',
      '--dest-tls-verify=false',
      '--dest-creds',
      `${username}:${password}`,
      `oci-archive:${archive}`,
      to,
    ])
    await expectWhole('skopeo')
    await run('skopeo', [
      'copy',
      '--src-tls-verify=false',
      '--src-creds',
      `${username}:${password}`,
      to,
      `dir:${join(dir, 'skopeo')}`,
    ])
    const tags = await run('skopeo', [
      'list-tags',
      '--tls-verify=false',
      '--creds',
      `${username}:${password}`,
      to.replace(':skopeo', ''),
    ])
    expect(JSON.parse(tags.stdout).Tags).toContain('skopeo')
  })

  it('brings a signature, which is then a referrer of its image', async () => {
    const image = await imageOf([[{ path: 'signed', content: 'by somebody' }]])
    await pushImage(image, from, { tag: 'signed' })
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const signature = signImage(image, { key, reference: 'acme/rater' })
    const file = join(dir, 'signature.tar')
    await writeArchive(signature, file, { name: 'acme/rater:signature' })
    const to = `docker://${host}/acme/rater:${image.digest.replace(':', '-')}.sig`
    const login = ['--dest-tls-verify=false', '--dest-creds', `${username}:${password}`]
    await run('skopeo', ['copy', '--preserve-digests', ...login, `oci-archive:${file}`, to])
    const answer = await fetch(`${test.origin}/v2/acme/rater/referrers/${image.digest}`, {
      headers: { authorization: acme.authorization },
    })
    expect(await answer.json()).toMatchObject({ manifests: [{ digest: signature.digest }] })
  })

  it('brings layers that are packed with zstd, and they are read', async () => {
    const to = `docker://${host}/acme/rater:zstd`
    const login = ['--dest-tls-verify=false', '--dest-creds', `${username}:${password}`]
    // By a folder of its own: layers that are there already in another form would be taken instead.
    const packed = `oci:${join(dir, 'zstd')}:latest`
    await run('skopeo', ['copy', '--dest-compress-format', 'zstd', `oci-archive:${archive}`, packed])
    await run('skopeo', ['copy', '--preserve-digests', ...login, packed, to])
    const image = await openImage({ repository: from, reference: 'zstd' })
    expect(new Set(image.layers.map(({ mediaType }) => mediaType))).toEqual(
      new Set(['application/vnd.oci.image.layer.v1.tar+zstd']),
    )
    await image.close()
    await expectWhole('zstd')
  })

  it('converts to the Docker format on the way', async () => {
    const to = `docker://${host}/acme/rater:v2s2`
    const creds = ['--dest-tls-verify=false', '--dest-creds', `${username}:${password}`]
    await run('skopeo', ['copy', '--format', 'v2s2', ...creds, `oci-archive:${archive}`, to])
    await expectWhole('v2s2')
  })

  it('is refused with a wrong key, and where no listing is', async () => {
    const copy = (creds: string, name: string) =>
      run('skopeo', [
        'copy',
        '--dest-tls-verify=false',
        '--dest-creds',
        creds,
        `oci-archive:${archive}`,
        `docker://${host}/${name}:x`,
      ])
    await expect(copy(`${username}:wrong`, 'acme/rater')).rejects.toThrow(/unauthorized|authentication required/i)
    await expect(copy(`${username}:${password}`, 'acme/absent')).rejects.toThrow(
      /Create the listing first|name unknown/i,
    )
  })
})

describe('podman', () => {
  const podman = (...args: string[]) => {
    const storage = ['--root', join(dir, 'podman'), '--runroot', join(dir, 'podman-run'), '--storage-driver', 'vfs']
    return run('podman', [...storage, ...args], { env: { ...process.env, TMPDIR: dir } })
  }

  it('pushes and pulls', async () => {
    const name = `${host}/acme/rater:podman`
    const creds = ['--tls-verify=false', '--creds', `${username}:${password}`]
    const { stdout } = await podman('pull', '-q', `oci-archive:${archive}`)
    await podman('push', ...creds, stdout.trim(), `docker://${name}`)
    await expectWhole('podman')
    await podman('rmi', '--all', '--force')
    await podman('pull', ...creds, name)
  })
})

describe('docker', () => {
  const docker = (...args: string[]) => run('docker', ['--config', join(dir, 'docker'), ...args])

  it('signs in, pushes, pulls, and a second push sends nothing again', async () => {
    const name = `${host}/acme/rater:docker`
    await docker('login', '--username', username, '--password', password, host)
    await docker('load', '--input', archive)
    await docker('tag', 'acme/rater:made', name)
    await docker('push', name)
    await expectWhole('docker')
    const again = await docker('push', name)
    expect(again.stdout).toContain('Layer already exists')
    await docker('rmi', '--force', name, 'acme/rater:made')
    await docker('pull', name)
    await docker('rmi', '--force', name)
  })

  it('is refused where it does not belong', async () => {
    const other = await test.repository('other', 'rater')
    await docker('login', '--username', username, '--password', password, host)
    await docker('load', '--input', archive)
    const name = `${host}/${other.listing.name}:x`
    await docker('tag', 'acme/rater:made', name)
    await expect(docker('push', name)).rejects.toThrow(/denied/)
    await docker('rmi', '--force', name, 'acme/rater:made')
  })
})

describe('the guide to images', () => {
  it('pushes with each tool by the commands it tells', async () => {
    const storage = join(dir, 'storage.conf')
    const signedIn = mkdtempSync(join(dir, 'signed-in-'))
    writeFileSync(join(signedIn, 'config.json'), '{}')
    const [graph, running] = [join(dir, 'guide'), join(dir, 'guide-run')]
    writeFileSync(storage, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${running}"\n`)
    await writeArchive(await imageOf([[{ path: 'file', content: 'small' }]]), join(dir, 'rater.tar'), {
      name: 'rater:made',
    })
    const env = {
      ...process.env,
      TMPDIR: dir,
      DOCKER_CONFIG: signedIn,
      CONTAINERS_STORAGE_CONF: storage,
      MKT_CLIENT_ID: username,
      MKT_API_KEY: password,
    }
    const shell = (text: string) => run('bash', ['-euo', 'pipefail', '-c', text], { cwd: dir, env })
    // Each tool has the image under the name the guide begins with.
    await shell('docker load --input rater.tar')
    await shell('podman tag "$(podman pull -q oci-archive:rater.tar)" localhost/rater')
    const [block] = commandsOf('docs/images.md')
    const told = (block?.text ?? '').trim().split('\n')
    expect(told.map((line) => line.split(' ')[0])).toEqual(['docker', 'docker', 'skopeo', 'podman'])
    for (const [index, line] of told.entries()) {
      const tag = `guide${index}`
      if (line.startsWith('docker push')) await shell(`docker tag rater:made ${host}/acme/rater:${tag}`)
      await shell(line.replaceAll('127.0.0.1:7070', host).replace(':candidate', `:${tag}`))
      if (line.startsWith('docker login')) continue
      const image = await openImage({ repository: from, reference: tag })
      expect((await readFile(image, 'file'))?.toString()).toBe('small')
      await image.close()
    }
    await shell(`docker rmi --force rater:made ${host}/acme/rater:guide1`)
  })
})
