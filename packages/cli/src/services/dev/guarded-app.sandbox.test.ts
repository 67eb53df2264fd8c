import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Dev, runDev } from './run-dev.ts'

/** Fetches the address it is sent, and says what came back. */
const APP = `import { createServer } from 'node:http'
createServer(async (request, response) => {
  if (request.url === '/health') return response.end()
  const url = Buffer.concat(await Array.fromAsync(request)).toString()
  const said = await fetch(JSON.parse(url).url, { signal: AbortSignal.timeout(5000) }).then((one) => one.text(), (error) => String(error.cause?.code))
  response.end(said)
}).listen(process.env.MKT_PORT)`

const dir = mkdtempSync(join(tmpdir(), 'mkt-dev-egress-'))
const web = createServer((request, response) => response.end(`Host ${request.headers.host}`))
const lines: string[] = []
let dev: Dev
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  port = (web.address() as AddressInfo).port
  const field = { name: 'url', title: 'Address', type: 'Text' }
  const purpose = 'decodes numbers'
  const egress = [
    { host: 'vin.example', port, purpose },
    { setting: 'url', purpose },
  ]
  const platform = { webhooks: [{ path: '/fetch', events: ['policy.issue'] }], egress }
  const manifest = { name: 'acme/app', version: '1.0.0', app: { fields: [field] }, platform }
  writeFileSync(join(dir, 'platform-app.json'), JSON.stringify(manifest))
  writeFileSync(join(dir, 'app.mjs'), APP)
  const names = join(dir, 'names.json')
  writeFileSync(names, JSON.stringify({ 'vin.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] }))
  dev = await runDev({ dir, port: 0, command: 'node app.mjs', print: (line) => lines.push(line), names })
}, 60_000)
afterAll(async () => {
  await dev?.close()
  web.close()
  rmSync(dir, { recursive: true, force: true })
})

const fetched = async (url: string) =>
  (await fetch(`${dev.url}/fetch`, { method: 'POST', body: JSON.stringify({ url }) })).text()

it('reaches a declared host from its sources, and is refused an undeclared one with a line that says so', async () => {
  expect(lines).toContain('egress: what platform.egress does not declare is refused')
  expect(await fetched(`http://vin.example:${port}/`)).toBe(`Host vin.example:${port}`)
  expect(await fetched(`http://other.example:${port}/`)).toBe('ENOTFOUND')
  await expect
    .poll(() => lines.filter((line) => line.includes('egress refused')))
    .toContainEqual(
      'app: egress refused: other.example (undeclared name); declare it under platform.egress of platform-app.json',
    )
})

it('reaches what is entered in a declared setting from the moment it is entered', async () => {
  const url = `http://localhost:${port}/`
  expect(await fetched(url)).toBe('ECONNREFUSED')
  const file = join(dir, '.mkt', 'dev.json')
  const configuration = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...configuration, settings: { url } }))
  await expect.poll(() => fetched(url)).toBe(`Host localhost:${port}`)
})
