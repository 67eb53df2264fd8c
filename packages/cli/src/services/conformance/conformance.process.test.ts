import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder, validManifest } from '../app/app-folder.ts'
import { startLine } from '../app/app-language.ts'
import { initApp, templateLanguages } from '../app/init-app.ts'
import { runConformance } from './run-conformance.ts'

const examples = join(import.meta.dirname, '../../../../../examples')

async function resultsOf(dir: string, command?: string): Promise<string[]> {
  const manifest = validManifest(openFolder(dir))
  const target = { dir, command: command ?? (await startLine(dir)).line }
  const verdicts = await runConformance({ manifest, target, statePort: 0, tell: () => {} })
  return verdicts.filter(({ result }) => result === 'failed').map(({ check, detail }) => `${check}: ${detail}`)
}

function folderOf(manifest: object, files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-conformance-'))
  writeFileSync(join(dir, 'platform-app.json'), JSON.stringify({ name: 'acme/app', version: '1.0.0', ...manifest }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  return dir
}

// Most of the time goes by waiting for deadlines of the applications.
describe.concurrent('conformance', () => {
  it.each(['minimal', 'vin-autofill', 'rater'])('the example %s conforms', async (name) => {
    expect(await resultsOf(join(examples, name))).toEqual([])
  })

  it('the example in Python conforms', async () => {
    expect(await resultsOf(join(examples, 'python-webhook'))).toEqual([])
  })

  it('names what an application gets wrong that keeps state, shows its key and dies at once', async () => {
    const platform = { autofill: [{ path: '/fill', operations: ['*.create'] }] }
    const app = { fields: [{ name: 'a', title: 'A', type: 'Text', required: true }] }
    const dir = folderOf({ app, platform }, { 'bad.mjs': program })
    const found = await resultsOf(dir, 'node bad.mjs').finally(() => rmSync(dir, { recursive: true }))
    expect(found.map((line) => line.split(':')[0])).toEqual([
      'survives a body that is no JSON, and does not ask for it again',
      'gives no result for a key that is not known',
      'asks to be tried again while the state interface is away',
      'answers within its deadline although the state interface is slow',
      'answers each customer alike alone, one after another and all at once',
      'keeps the key out of answers and output',
      'finishes the request in flight on SIGTERM and ends with 0',
    ])
  })

  it.each([
    ...templateLanguages.map((language) => [language, 'webhook'] as const),
    ...templateLanguages.map((language) => [language, 'autofill'] as const),
    ...(['python', 'java', 'go'] as const).map((language) => [language, 'rater'] as const),
  ])('the template in %s (%s) conforms', async (language, template) => {
    const dir = mkdtempSync(join(tmpdir(), 'mkt-conformance-'))
    initApp({ dir, name: 'acme/app', variant: 'connected', template, language, force: false })
    expect(await resultsOf(dir).finally(() => rmSync(dir, { recursive: true }))).toEqual([])
  })

  it('an application that answers some requests without reading state does not hold up the last check', async () => {
    const platform = { autofill: [{ path: '/fill', operations: ['*.create'] }] }
    const dir = folderOf({ platform }, { 'once.mjs': readsOnce })
    const found = await resultsOf(dir, 'node once.mjs').finally(() => rmSync(dir, { recursive: true }))
    expect(found.filter((line) => line.startsWith('finishes the request'))).toEqual([])
  })

  it('an application that ends at its start fails at once, with what it said', async () => {
    const dir = folderOf({}, { 'dies.mjs': 'console.log("no such table"); process.exit(3)' })
    const started = Date.now()
    const run = resultsOf(dir, 'node dies.mjs').finally(() => rmSync(dir, { recursive: true }))
    await expect(run).rejects.toMatchObject({
      code: 'not_healthy',
      message: 'The application did not start: it ended with exit code 3.',
      fix: 'It said: no such table',
    })
    // Far from the 30 s that a healthy application may take.
    expect(Date.now() - started).toBeLessThan(20_000)
  })
})

// Reads state for every second request, so that the last one, which must be in flight, finds nothing to wait for.
const readsOnce = `import { createServer } from 'node:http'
let calls = 0
createServer(async (request, response) => {
  if (request.url === '/health') return response.end()
  calls += 1
  if (calls % 2 === 1) await fetch(process.env.MKT_STATE_API + '/settings/' + request.headers['x-mkt-key'])
  response.end('{}')
}).listen(Number(process.env.MKT_PORT))
process.once('SIGTERM', () => process.exit(0))
`

const program = `import { createServer } from 'node:http'
let calls = 0
createServer(async (request, response) => {
  if (request.url === '/health') return response.end()
  const key = request.headers['x-mkt-key']
  await fetch(process.env.MKT_STATE_API + '/settings/' + key)
  calls += 1
  response.end(JSON.stringify({ fieldValues: { calls: [String(calls)], key: [key] } }))
}).listen(Number(process.env.MKT_PORT))
`
