import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startApp } from '../dev/app-process.ts'
import { startLine } from './app-language.ts'
import { initApp, type TemplateLanguage, templateLanguages } from './init-app.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The template of a language, running from its sources; without a state interface nobody is there. */
async function started(language: TemplateLanguage, stateApi = 'http://127.0.0.1:1') {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-template-'))
  closing.push(() => rmSync(dir, { recursive: true, force: true }))
  initApp({ dir, name: 'acme/app', variant: 'connected', template: 'webhook', language, force: false })
  const lines: string[] = []
  const { line: command } = await startLine(dir)
  const app = await startApp({ dir, command, stateApi, output: (line) => lines.push(line) })
  closing.push(() => app.stop())
  expect(await app.healthy, lines.join('\n')).toBe(true)
  const send = async (body: string, key = 'key-of-the-customer') => {
    const headers = { 'x-mkt-key': key, 'content-type': 'application/json' }
    return (await fetch(`${app.url}/events`, { method: 'POST', headers, body })).status
  }
  return { app, lines, send }
}

it.each(templateLanguages)(
  'the template in %s gives up on what is no JSON, and never logs the key',
  async (language) => {
    const { app, lines, send } = await started(language)
    for (const body of ['hello', '', '[1]', '{hello}']) {
      const status = await send(body)
      expect(status, body).toBeGreaterThanOrEqual(400)
      expect(status, body).toBeLessThan(500)
    }
    expect(await send('{"type":"policy.issue","data":{}}')).toBe(503)
    await app.stop()
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('\n')).not.toContain('key-of-the-customer')
  },
)

it.each(templateLanguages)('the template in %s gives up on a key that no customer has', async (language) => {
  const asked: string[] = []
  const states = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"code":"key_unknown"}')
  })
  await new Promise<void>((resolve) => states.listen(0, '127.0.0.1', resolve))
  closing.push(() => void states.close())
  const { send } = await started(language, `http://127.0.0.1:${(states.address() as AddressInfo).port}`)
  expect(await send('{"type":"policy.issue","data":{}}', 'a/b c')).toBe(422)
  expect(asked).toEqual([expect.stringMatching(/^\/state\/a%2Fb(%20|\+)c$/i)])
})

it.each([
  ['javascript', "import { serve } from './src/serve.js'; serve(routes)"],
  ['typescript', "import { createAppServer, listen } from './src/serve.ts'; listen(createAppServer(routes))"],
])('a GET route of the template in %s is answered without a body', async (language, program) => {
  const dir = join(import.meta.dirname, '../../../templates/languages', language)
  const routes = "const routes = { 'GET /hello': async () => ({ hello: 1 }) }"
  const command = `node --input-type=module -e "${routes}; ${program}"`
  const lines: string[] = []
  const app = await startApp({ dir, command, stateApi: 'http://127.0.0.1:1', output: (line) => lines.push(line) })
  closing.push(() => app.stop())
  expect(await app.healthy, lines.join('\n')).toBe(true)
  const answer = await fetch(`${app.url}/hello`)
  expect([answer.status, await answer.json()]).toEqual([200, { hello: 1 }])
})
