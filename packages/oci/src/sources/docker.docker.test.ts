import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { openImage } from '../open-image.ts'
import { readFile } from '../read-file.ts'
import { imageOf } from '../testing/image-of.ts'
import { writeArchive } from '../write-archive.ts'

const run = promisify(execFile)
const dir = mkdtempSync(join(tmpdir(), 'oci-docker-'))
const name = `mkt-oci-test-${process.pid}:1`
const socket = (process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock').replace(/^unix:\/\//, '')

afterAll(async () => {
  rmSync(dir, { recursive: true, force: true })
  await run('docker', ['rmi', '--force', name])
})

it('an image of a local Docker is loaded from our archive and opened through its socket', async () => {
  const made = await imageOf([[{ path: 'a', content: 'one' }], [{ path: 'b', content: 'two' }]])
  await writeArchive(made, join(dir, 'image.tar'), { name })
  await run('docker', ['load', '--input', join(dir, 'image.tar')])
  const image = await openImage({ docker: name, socket })
  expect(image.platform).toEqual({ architecture: 'amd64', os: 'linux' })
  expect((await readFile(image, 'a'))?.toString()).toBe('one')
  expect((await readFile(image, 'b'))?.toString()).toBe('two')
  await image.close()
})

it('an image that Docker does not have is said to be missing', async () => {
  await expect(openImage({ docker: 'mkt-never-built:1', socket })).rejects.toMatchObject({ code: 'image_missing' })
})

it('a Docker that does not answer is said to be out of reach', async () => {
  const absent = openImage({ docker: name, socket: join(dir, 'no.sock') })
  await expect(absent).rejects.toThrow(/cannot be asked/)
})
