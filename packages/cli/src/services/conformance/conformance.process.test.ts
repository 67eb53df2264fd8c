import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder, validManifest } from '../app/app-folder.ts'
import { startLine } from '../app/app-language.ts'
import { runConformance } from './run-conformance.ts'

const examples = join(import.meta.dirname, '../../../../../examples')

async function resultsOf(dir: string, command?: string): Promise<string[]> {
  const manifest = validManifest(openFolder(dir))
  const target = { dir, command: command ?? (await startLine(dir)).line }
  const verdicts = await runConformance({ manifest, target, statePort: 0, tell: () => {} })
  return verdicts.filter(({ result }) => result === 'failed').map(({ check, detail }) => `${check}: ${detail}`)
}

describe('conformance', () => {
  it.each(['minimal', 'vin-autofill', 'rater'])('the example %s conforms', async (name) => {
    expect(await resultsOf(join(examples, name))).toEqual([])
  })

  it('the example in Python conforms', async () => {
    expect(await resultsOf(join(examples, 'python-webhook'))).toEqual([])
  })

  it('names what an application gets wrong that keeps state, shows its key and dies at once', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'mkt-conformance-'))
    const platform = { autofill: [{ path: '/fill', operations: ['*.create'] }] }
    const app = { fields: [{ name: 'a', title: 'A', type: 'Text', required: true }] }
    writeFileSync(join(dir, 'platform-app.json'), JSON.stringify({ name: 'acme/bad', version: '1.0.0', app, platform }))
    writeFileSync(join(dir, 'bad.mjs'), program)
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
})

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
