import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { digestOf } from '@mkt/oci'
import { expect, it } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { systemRandom } from '../lib/random.ts'
import { Secret } from '../lib/secret.ts'
import { withLock } from '../store/database/hold-lock.ts'
import { openBlobs, openLayers } from '../store/image/open-blobs.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { testS3 } from '../testing/images/s3-server.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { bareEnvironment } from '../testing/run/bare-environment.ts'
import { MOVE_LOCK } from './move-blobs.ts'

// A registry whose blobs an operator moves to object storage by the command, while clients push and pull.

const server = await testS3()
const test = await testRegistry()
const { authorization } = await test.repository('acme', 'rater')
const dataDir = mkdtempSync(join(tmpdir(), 'mkt-move-'))
atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
const bucket = 's3://images/moved'
const keys = { accessKeyId: server.key, secretAccessKey: Secret.of(server.key), sessionToken: undefined }
const config = {
  folder: join(dataDir, 'registry'),
  places: [{ name: 'folder' }, { name: bucket, s3: { bucket: 'images', prefix: 'moved/' } }],
  storage: {
    endpoint: server.endpoint,
    region: server.region,
    pathStyle: true,
    redirect: undefined,
    credentials: { ...keys, file: '/nowhere', profile: 'default' },
  },
}
test.platform.blobs = await openBlobs(config, test.platform)
atEnd(() => test.platform.blobs.close())
const [, moved] = openLayers(config, { clock: systemClock, random: systemRandom })
atEnd(() => moved?.blobs.close())

async function move(): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../mkt-admin.ts'), 'blobs', 'move', '--to', bucket],
    {
      env: {
        ...bareEnvironment(),
        DATABASE_URL: test.database.connectionString,
        MKT_DATA_DIR: dataDir,
        MKT_BLOBS: `folder,${bucket}`,
        MKT_BLOBS_ENDPOINT: server.endpoint,
        MKT_BLOBS_REGION: server.region,
        MKT_BLOBS_PATH_STYLE: '1',
        AWS_ACCESS_KEY_ID: server.key,
        AWS_SECRET_ACCESS_KEY: server.key,
      },
    },
  )
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const [code] = (await once(child, 'close')) as [number]
  return { code, out: await out, err: await err }
}

const contents = new Map<string, string>()
async function push(): Promise<void> {
  const content = `the bytes of blob ${contents.size}`
  const url = `${test.origin}/v2/acme/rater/blobs/uploads/?digest=${digestOf(content)}`
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: content })
  expect([answer.status, await answer.text()]).toEqual([201, ''])
  contents.set(digestOf(content), content)
}
async function pull(digest: string): Promise<void> {
  const answer = await fetch(`${test.origin}/v2/acme/rater/blobs/${digest}`, { headers: { authorization } })
  expect([answer.status, await answer.text()]).toEqual([200, contents.get(digest)])
}

it('a move waits for nobody: while another runs it is refused, and no blob has moved', async () => {
  const content = 'stays where it is'
  const url = `${test.origin}/v2/acme/rater/blobs/uploads/?digest=${digestOf(content)}`
  await fetch(url, { method: 'POST', headers: { authorization }, body: content })
  const held = await withLock(test.database.address, MOVE_LOCK, move)
  expect(held?.result).toMatchObject({ code: 1, out: '' })
  expect(held?.result.err).toContain('Another `mkt-admin blobs move` is running. Wait until it has ended.')
  expect(await moved?.blobs.size(digestOf(content))).toBeUndefined()
})

it('while blobs are moved by the command every push and every pull succeeds, and nothing is left in the former place', async () => {
  for (let count = 0; count < 20; count += 1) await push()
  let isOver = false
  const busy = [
    (async () => {
      while (!isOver) await push()
    })(),
    (async () => {
      while (!isOver) for (const digest of [...contents.keys()].slice(0, 20)) await pull(digest)
    })(),
  ]
  const ended = move().finally(() => {
    isOver = true
  })
  const [{ code, out, err }] = await Promise.all([ended, ...busy])
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/\d+ blobs copied to s3:\/\/images\/moved, \d+ were there, \d+ removed from the former place\./)
  expect(out).toContain(`Every process can now be started with MKT_BLOBS=${bucket} alone.`)
  for (const [digest, content] of contents)
    expect(moved === undefined ? '' : await text(await moved.blobs.open(digest))).toBe(content)
})
