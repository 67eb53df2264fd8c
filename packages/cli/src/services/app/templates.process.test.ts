import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startApp } from '../dev/app-process.ts'
import { startLine } from './app-language.ts'
import { initApp, type TemplateLanguage, type TemplateName, templateLanguages, templates } from './init-app.ts'

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
  expect(asked).toEqual([expect.stringMatching(/^\/(state|settings)\/a%2Fb(%20|\+)c$/i)])
})

it('a GET route of the template in JavaScript is answered without a body', async () => {
  const dir = join(import.meta.dirname, '../../../templates/languages/javascript')
  const routes = "const routes = { 'GET /hello': async () => ({ hello: 1 }) }"
  const command = `node --input-type=module -e "${routes}; import { serve } from './src/serve.js'; serve(routes)"`
  const lines: string[] = []
  const app = await startApp({ dir, command, stateApi: 'http://127.0.0.1:1', output: (line) => lines.push(line) })
  closing.push(() => app.stop())
  expect(await app.healthy, lines.join('\n')).toBe(true)
  const answer = await fetch(`${app.url}/hello`)
  expect([answer.status, await answer.json()]).toEqual([200, { hello: 1 }])
})

const tested = (['typescript', 'python', 'java', 'go'] as const).flatMap((language) =>
  Object.entries(templates).flatMap(([template, { variants }]) =>
    variants.map((variant) => ({ language, variant, template: template as TemplateName })),
  ),
)

it.each(tested)('the README of the $template in $language ($variant) says how its tests run, and they pass', (one) => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-template-'))
  closing.push(() => rmSync(dir, { recursive: true, force: true }))
  initApp({ dir, name: 'acme/app', force: false, ...one })
  const line = /^(.*?) +# test it$/m.exec(readFileSync(join(dir, 'README.md'), 'utf8'))?.[1] ?? 'false'
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: dir, env, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
  expect(stdout + stderr).toMatch(/pass [12]|Ran [12] test|passed|^ok\s+my-app/m)
})

it('the templates in TypeScript compile, and a typo in a name of the manifest does not', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-template-'))
  closing.push(() => rmSync(dir, { recursive: true, force: true }))
  const modules = join(import.meta.dirname, '../../../../../node_modules')
  for (const { template, variant } of tested.filter(({ language }) => language === 'typescript')) {
    const app = join(dir, `${template}-${variant}`)
    initApp({ dir: app, name: 'acme/app', template, variant, language: 'typescript', force: false })
  }
  symlinkSync(modules, join(dir, 'node_modules'))
  const config = JSON.parse(readFileSync(join(dir, 'webhook-connected/tsconfig.json'), 'utf8')) as object
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ ...config, include: ['*/src'] }))
  const compile = () => spawnSync(join(modules, '.bin/tsc'), ['-p', dir], { encoding: 'utf8' }).stdout
  expect(compile()).toBe('')
  const source = join(dir, 'webhook-connected/src/app.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace("'policy.issue'", "'policy.isue'"))
  expect(compile()).toContain("'policy.isue'")
})
