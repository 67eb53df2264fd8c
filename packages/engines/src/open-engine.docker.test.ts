import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findHostAddress } from './find-host-address.ts'
import { openEngine } from './open-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-open-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dockerHost = process.env.DOCKER_HOST
const nobody = `unix://${join(folder, 'nobody.sock')}`
const open = (more: object) => openEngine({ engine: undefined, scope: 'test-open', folder, ...more })

it('takes Docker where DOCKER_HOST names a daemon that answers, without being asked for it by name', async () => {
  const engine = await open({ dockerHost })
  expect(engine.name).toBe('docker')
  expect(await engine.hostAddress()).toBe(await findHostAddress({ engine: undefined, dockerHost }))
  await engine.close()
})

it('takes the sandbox where DOCKER_HOST does not answer, and says so', async () => {
  const engine = await open({ dockerHost: nobody })
  expect(engine.name).toBe('sandbox')
  const { notes } = await engine.isolation()
  expect(notes.join()).toMatch(/nobody\.sock\) does not answer, so applications run in the sandbox/)
  await engine.close()
})

it('does not fall back to another engine where Docker was asked for by name', async () => {
  const engine = await open({ engine: 'docker', dockerHost: nobody })
  expect(engine.name).toBe('docker')
  expect((await engine.isolation()).missing).toMatchObject([{ reason: expect.stringMatching(/no Docker or Podman/) }])
  await expect(engine.removeAll()).rejects.toThrow(/no Docker or Podman/)
})
