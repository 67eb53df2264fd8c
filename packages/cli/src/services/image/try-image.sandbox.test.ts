import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildNodeImage, type Image } from '@mkt/oci'
import { afterEach, expect, it } from 'vitest'
import { type Trial, tryImage } from './try-image.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function imageOf(source: string): Promise<Image> {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-try-'))
  closing.push(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, 'src'))
  writeFileSync(join(dir, 'package.json'), '{"name":"x","type":"module","main":"src/main.js"}')
  writeFileSync(join(dir, 'src/main.js'), source)
  const image = await buildNodeImage({ dir, manifest: Buffer.from('{"name":"acme/x","version":"1.0.0"}') })
  closing.push(() => image.close())
  return image
}

const answering = (status: number) =>
  `import http from 'node:http'\nhttp.createServer((_, response) => response.writeHead(${status}).end()).listen(process.env.MKT_PORT)`

async function trial(source: string, limitMs = 60_000): Promise<Trial> {
  return tryImage(await imageOf(source), { plan: 'Increased', signal: new AbortController().signal, limitMs })
}

it('an image that answers /health with 200 starts', async () => {
  expect(await trial(answering(200))).toEqual({ outcome: 'healthy' })
})

it('one that ends by itself does not, and its last words say why', async () => {
  const tried = await trial('throw new Error("\\u001b[31mno such module")')
  expect(tried).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('exit code 1') })
  expect(tried.outcome === 'failed' && tried.output.join('\n')).toContain('no such module')
  expect(tried.outcome === 'failed' && tried.output.join('\n')).not.toContain('\u001b')
})

/** The first trial whose limit let the application begin to listen: a busy machine needs a longer one. */
async function heardTrial(source: string): Promise<Trial> {
  for (const limitMs of [3_000, 15_000]) {
    const tried = await trial(source, limitMs)
    if (tried.outcome !== 'failed' || !tried.reason.includes('nothing listened')) return tried
  }
  return trial(source)
}

it('one that answers otherwise, or listens on another port, does not, and it says so', async () => {
  expect(await heardTrial(answering(404))).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('The last time, it answered 404.'),
  })
  const elsewhere = answering(200).replace('process.env.MKT_PORT', '3999')
  expect(await trial(elsewhere, 3_000)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('nothing listened on the port in MKT_PORT'),
  })
})

it('one without a command fails before anything is run', async () => {
  const image = await imageOf('')
  const without = { ...image, config: { ...image.config, config: {} } } as Image
  const tried = await tryImage(without, { plan: 'Increased', signal: new AbortController().signal })
  expect(tried).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('neither an entry point') })
})

it('a trial that is interrupted ends, and what it ran with it', async () => {
  const image = await imageOf('setInterval(() => {}, 1000)')
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(tryImage(image, { plan: 'Increased', signal })).rejects.toThrow('enough')
})
