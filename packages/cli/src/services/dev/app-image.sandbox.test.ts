import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openEngine } from '@mkt/engines'
import { buildNodeImage, writeArchive } from '@mkt/oci'
import { afterEach, expect, it, vi } from 'vitest'
import { startMkt } from '../../testing/run-mkt.ts'
import type { Firing } from '../event/sample-payloads.ts'
import { openDevImage } from './app-image.ts'
import type { DevCall } from './call-log.ts'
import { runDev } from './run-dev.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** An example as an archive, in a folder of its own. */
async function archiveOf(example: string): Promise<{ dir: string; archive: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-dev-'))
  closing.push(() => rmSync(dir, { recursive: true }))
  const archive = join(dir, 'app.tar')
  const built = await buildNodeImage({ dir: join(root, 'examples', example) })
  await writeArchive(built, archive, { name: `acme/${example}:1.0.0` })
  await built.close()
  return { dir, archive }
}

it('mkt dev --image runs a built image with the same page, headers and state', async () => {
  const { dir, archive } = await archiveOf('vin-autofill')
  const image = await openDevImage(archive, {})
  closing.push(() => image.close())
  const lines: string[] = []
  const dev = await runDev({ dir, port: 0, image, print: (line) => lines.push(line) })
  closing.push(() => dev.close())
  expect(lines.join('\n')).toContain('healthy at')

  const { firings } = (await (await fetch(`${dev.url}/_dev/facts`)).json()) as { firings: Firing[] }
  const body = JSON.stringify(firings.find(({ title }) => title === 'autofill newBusiness.create'))
  const fired = (await (await fetch(`${dev.url}/_dev/fire`, { method: 'POST', body })).json()) as DevCall
  expect(fired).toMatchObject({ status: 200, stateReads: 1 })
  expect(fired.answer).toContain('Honda')
})

it('mkt conformance drives a built image as it drives a folder', async () => {
  const { dir, archive } = await archiveOf('vin-autofill')
  const { code, json, stderr } = await startMkt(['conformance', archive, '--json'], { cwd: dir, env: {} }).ended
  expect({ code, json }, stderr).toMatchObject({ code: 0, json: { conforms: true } })
  const checks = (json as { checks: { check: string; result: string }[] }).checks
  expect(checks.find(({ check }) => check.includes('SIGTERM'))).toMatchObject({ result: 'passed' })
})

it('mkt dev --image takes the application along when it is killed', async () => {
  const { dir, archive } = await archiveOf('minimal')
  const args = ['dev', '--image', archive, '--port', '0']
  const { child, ended } = startMkt(args, { cwd: dir, env: { TMPDIR: dir } })
  closing.push(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk) => String(chunk).includes('healthy at') && resolve())
  })
  const [folder = ''] = readdirSync(dir).filter((name) => name.startsWith('mkt-dev-image-'))
  const engine = await openEngine({ engine: 'sandbox', folder: join(dir, folder), scope: 'dev' })
  closing.push(() => engine.close({ stopInstances: true }))
  const [{ instanceId } = { instanceId: '' }] = await engine.list()
  // Looking through the engine would keep the instance; how it ended is in its folder.
  const isOver = () => existsSync(join(dir, folder, 'instances', instanceId, 'exit.json'))
  expect(isOver()).toBe(false)
  child.kill('SIGKILL')
  await ended
  await vi.waitFor(() => expect(isOver()).toBe(true), { timeout: 60_000, interval: 200 })
  expect(await engine.observe(instanceId)).toMatchObject({ status: 'stopped' })
})
