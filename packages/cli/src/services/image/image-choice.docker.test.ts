import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFile } from '@mkt/oci'
import { expect, it } from 'vitest'
import { openFolder } from '../app/app-folder.ts'
import { makeImage } from './image-choice.ts'

const { env } = process

it('builds from the Dockerfile where Docker is, and puts the manifest on top of what it built', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-docker-build-'))
  writeFileSync(join(dir, 'platform-app.json'), '{"name":"acme/x","version":"1.0.0"}')
  writeFileSync(join(dir, 'Dockerfile'), 'FROM scratch\nCOPY hello.txt /hello.txt\nCMD ["/hello"]\n')
  writeFileSync(join(dir, 'hello.txt'), 'hello')
  const options = {
    folder: openFolder('/', dir),
    manifest: '{"raised":true}',
    name: 'acme/x:1.1.0',
    env,
    say: () => {},
    note: () => {},
  }
  try {
    const built = await makeImage({ build: 'auto' }, options)
    expect((await readFile(built, '/hello.txt'))?.toString()).toBe('hello')
    expect((await readFile(built, '/platform-app.json'))?.toString()).toBe('{"raised":true}')
    await built.close()
    const taken = await makeImage({ image: 'mkt-build/acme/x:1.1.0' }, { ...options, manifest: '{"again":true}' })
    expect((await readFile(taken, '/platform-app.json'))?.toString()).toBe('{"again":true}')
    await taken.close()
    await expect(makeImage({ image: 'acme/nothing:here' }, options)).rejects.toMatchObject({ code: 'image_missing' })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
