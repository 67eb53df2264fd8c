import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildNodeImage, writeArchive } from '@mkt/oci'
import { afterEach, expect, it } from 'vitest'
import { openDevImage } from './app-image.ts'
import type { DevCall } from './call-log.ts'
import { runDev } from './run-dev.ts'
import type { Firing } from './sample-payloads.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

it('mkt dev --image runs a built image with the same page, headers and state', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-dev-'))
  closing.push(() => rmSync(dir, { recursive: true }))
  const archive = join(dir, 'app.tar')
  const built = await buildNodeImage({ dir: join(root, 'examples/vin-autofill') })
  await writeArchive(built, archive, { name: 'acme/vin-autofill:1.0.0' })
  await built.close()

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
