import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startMkt } from './testing/run-mkt.ts'
import { startTool, type Tool } from './testing/tool.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const source = `
import http from 'node:http'
if (process.env.CRASH) throw new Error('told to crash')
http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.url === '/word') return response.end(process.env.WORD ?? 'none')
  if (request.url === '/slow') return setTimeout(() => response.end(process.env.WORD ?? 'none'), 700)
  if (request.url === '/broken') return response.writeHead(500).end('\\u001b[31mout of order')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ method: request.method, url: request.url, body, caller: request.headers['x-mkt-caller'] ?? null }))
}).listen(process.env.MKT_PORT)
`

let tool: Tool
let dir: string
let installation: string
beforeAll(async () => {
  tool = await startTool()
  await tool.connect()
  const platform = { autofill: [{ path: '/fill', operations: ['*.create'] }], public: ['/open'] }
  dir = (await tool.app('running', { app: { fields: [] }, platform })).dir
  mkdirSync(join(dir, 'src'), { recursive: true })
  writeFileSync(join(dir, 'src/main.js'), source)
  expect(await tool.mkt(dir, 'deploy', '--no-try')).toMatchObject({ code: 0 })
  const launched = await tool.mkt(dir, 'launch', '--test')
  expect(launched).toMatchObject({ code: 0, json: { state: 'RUNNING' } })
  installation = (launched.json as { id: string }).id
})
afterAll(() => tool.stop())

it('calls one’s own app through the gateway, with a secret that is made once and kept', async () => {
  expect(await tool.mkt(dir, 'call', '/word')).toMatchObject({
    code: 1,
    json: { error: { code: 'caller_secret_missing', fix: expect.stringContaining('--new-secret') } },
  })
  // A public path needs none.
  expect((await tool.mkt(dir, 'call', '/open')).json).toMatchObject({ status: 200 })
  expect(await tool.mkt(dir, 'call', '/word', '--new-secret')).toMatchObject({ code: 0, json: { body: 'none' } })
  // From now on the kept one; the app never sees it.
  const echoed = await tool.mkt(dir, 'call', '/echo?a=1', '-X', 'put', '-d', '{"b":2}', '-H', 'x-test: 1')
  const { body } = echoed.json as { body: string }
  expect(JSON.parse(body)).toEqual({ method: 'PUT', url: '/echo?a=1', body: '{"b":2}', caller: null })
  const filled = await tool.mkt(dir, 'call', '/fill')
  expect(filled.stderr).toContain('sample payload')
  expect(JSON.parse((filled.json as { body: string }).body).body).toContain('newBusiness')
  const broken = await tool.read(dir, 'call', '/broken')
  expect(broken.code).toBe(1)
  expect(broken.stderr).toMatch(/^500 in \d+ ms/)
  // Standard output is a pipe here: the bytes are the app's own.
  expect(broken.stdout).toBe('\u001b[31mout of order')
  expect(await tool.mkt(dir, 'call', '/word', '--caller-secret', 'wrong')).toMatchObject({
    code: 1,
    json: { error: { code: 'caller_unknown', fix: expect.stringContaining('caller-secret --save') } },
  })
})

it('brings a recorded call home: lists it, shows it, and sends it to the working copy', async () => {
  const secret = ['--new-secret']
  await expect.poll(async () => (await tool.mkt(dir, 'call', '/word', ...secret)).code, { timeout: 60_000 }).toBe(0)
  await tool.client.changeInstallation({ params: { id: installation }, body: { recording: true } })
  const recorded = async () => {
    await tool.mkt(dir, 'call', '/fill')
    const { items } = (await tool.mkt(dir, 'calls', 'list', '--kind', 'autofill', '-n', '1')).json as {
      items: { id: string }[]
    }
    const shown = await tool.mkt(dir, 'calls', 'show', items[0]?.id ?? '', '--payload')
    return shown.code === 0 ? shown.json : undefined
  }
  let found: Record<string, unknown> | undefined
  await expect.poll(async () => (found = await recorded()), { timeout: 60_000 }).toBeDefined()
  expect(found).toMatchObject({
    kind: 'autofill',
    path: '/fill',
    payload: { request: expect.stringContaining('newBusiness') },
  })

  writeFileSync(
    join(dir, 'src/main.js'),
    source.replace(
      '  if (request',
      "  if (request.url === '/fill') return response.writeHead(203).end('{}')\n  if (request",
    ),
  )
  const id = String(found?.id)
  const args = ['dev', '--port', '0', '--replay', id, '--settings-from', installation]
  const { child, ended } = startMkt(args, { cwd: dir, env: tool.env })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  await expect.poll(() => (child.exitCode === null ? said : 'ended'), { timeout: 60_000 }).toContain(`${id}: 200 when`)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0 })
  writeFileSync(join(dir, 'src/main.js'), source)
  expect(said).toContain(`${id}: 200 when it was recorded, 203 now`)
  expect(said).toContain(`settings and mappings of ${installation}`)
  expect(await tool.mkt(dir, 'dev', '--replay', 'ins_1')).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
})

it('mkt dev --tunnel answers for a test installation from the working copy, and gives the traffic back', async () => {
  const word = async (...args: string[]) => (await tool.mkt(dir, 'call', '/word', ...args)).json.body
  await expect.poll(() => word('--new-secret'), { timeout: 60_000 }).toBe('none')
  const mine = `  if (request.url === '/word') {
    const state = await fetch(process.env.MKT_STATE_API + '/state/' + request.headers['x-mkt-key'])
    return response.end('from my machine, ' + state.status + ' ' + Object.keys(await state.json()).sort())
  }
  if (request`
  writeFileSync(join(dir, 'src/main.js'), source.replace('  if (request', mine))
  const { child, ended } = startMkt(['dev', '--port', '0', '--tunnel'], { cwd: dir, env: tool.env })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  await expect
    .poll(() => (child.exitCode === null ? said : 'ended'), { timeout: 60_000 })
    .toContain(`traffic of ${installation} comes here`)
  const answered = 'from my machine, 200 mappings,platformApiUrl,settings,tenantHostName,token'
  await expect.poll(() => word(), { timeout: 60_000 }).toBe(answered)
  expect((await tool.client.getInstallation({ params: { id: installation } })).tunnel).not.toBeNull()
  expect(await tool.mkt(dir, 'dev', '--port', '0', '--tunnel', installation)).toMatchObject({
    code: 1,
    json: { error: { code: 'tunnel_taken' } },
  })
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0 })
  writeFileSync(join(dir, 'src/main.js'), source)
  await expect.poll(() => word(), { timeout: 60_000 }).toBe('none')
  expect((await tool.client.getInstallation({ params: { id: installation } })).tunnel).toBeNull()
})

it('scales an app and shows what its containers use', async () => {
  const scaled = await tool.mkt(dir, 'scale', '2')
  expect(scaled).toMatchObject({ code: 0, json: { deployments: [{ replicas: 2, release: { version: '1.0.0' } }] } })
  const { items } = await tool.client.listDeployments({
    params: { id: (await tool.client.getInstallation({ params: { id: installation } })).listing.id },
  })
  expect(items[0]?.instances.filter(({ state }) => state === 'HEALTHY')).toHaveLength(2)
  expect(await tool.mkt(dir, 'scale', '1', '--no-wait')).toMatchObject({ code: 0 })
  expect(await tool.mkt(dir, 'scale', '11')).toMatchObject({ code: 2 })
  expect(await tool.mkt(dir, 'scale', '1', '--release', '9.9.9')).toMatchObject({
    code: 1,
    json: { error: { code: 'nothing_runs', fix: 'These run: 1.0.0.' } },
  })
  expect(await tool.mkt(dir, 'metrics')).toMatchObject({
    code: 0,
    json: { deployments: [{ release: { version: '1.0.0' }, figures: expect.any(Array) }] },
  })
})

it('a shell is given the names of listings, installations, tenants and releases', async () => {
  const names = async (kind: string) => (await tool.mkt(dir, 'completion', '--names', kind)).json
  expect(await names('listing')).toMatchObject({ names: expect.arrayContaining(['acme/running']) })
  expect(await names('installation')).toMatchObject({ names: ['acme/running'] })
  expect(await names('release')).toMatchObject({ names: expect.arrayContaining(['1.0.0']) })
  expect(await names('tenant')).toMatchObject({ names: ['test'] })
})

it('mkt doctor finds nothing wrong here, and names a key that is refused', async () => {
  const well = await tool.mkt(dir, 'doctor')
  expect(well).toMatchObject({ code: 0, json: { healthy: true } })
  const env = { ...tool.env, MKT_API_KEY: 'wrong' }
  const refused = await startMkt(['doctor', '--json'], { cwd: dir, env }).ended
  expect(refused).toMatchObject({ code: 1, json: { healthy: false } })
  const { checks } = refused.json as { checks: { check: string; result: string }[] }
  expect(checks.filter(({ result }) => result === 'wrong').map(({ check }) => check)).toEqual(['key'])
})

it('shows the places of a tenant’s schema, and renames the tenant', async () => {
  const { json } = await tool.mkt(dir, 'tenants', 'schema', 'test', '--filter', 'vin')
  expect((json as { paths: string[] }).paths).toContainEqual(expect.stringContaining("@.name=='vin'"))
  expect(await tool.mkt(dir, 'tenants', 'update', 'test')).toMatchObject({ code: 2 })
  const renamed = await tool.mkt(dir, 'tenants', 'update', 'test', '--name', 'Renamed')
  expect(renamed).toMatchObject({ code: 0, json: { name: 'Renamed' } })
  const back = await tool.mkt(dir, 'tenants', 'update', 'Renamed', '--name', 'test')
  expect(back).toMatchObject({ code: 0 })
})

it('shows the way of a call by the request id that the call answered with', async () => {
  const { headers } = (await tool.mkt(dir, 'call', '/open')).json as { headers: Record<string, string> }
  const requestId = headers['x-request-id'] ?? ''
  // Calls are recorded in batches, beside the requests.
  const trace = await vi.waitFor(
    async () => {
      const found = await tool.mkt(dir, 'trace', requestId)
      expect(found.code).toBe(0)
      return found.json as { traceId: string; steps: object[] }
    },
    { timeout: 60_000, interval: 300 },
  )
  expect(trace.steps).toEqual([expect.objectContaining({ kind: 'call', requestId, status: 200, failed: false })])
  const shown = await tool.read(dir, 'trace', trace.traceId)
  expect(shown.stdout).toMatch(/^\+0 ms +\d+ ms +call +\w+ GET \/open answered 200$/m)
  expect(await tool.mkt(dir, 'trace', 'f'.repeat(32))).toMatchObject({
    code: 1,
    json: { error: { code: 'not_found' } },
  })
})

it('shows a new caller secret once', async () => {
  await expect
    .poll(async () => (await tool.read(dir, 'installations', 'caller-secret')).stdout, { timeout: 60_000 })
    .toMatch(/^\S{20,}\n$/)
})

it('a variable is taken up by a restart, and no request fails meanwhile', async () => {
  let callerSecret = ''
  await expect
    .poll(
      async () => {
        const { json } = await tool.mkt(dir, 'installations', 'caller-secret', '--save')
        callerSecret = (json as { callerSecret?: string }).callerSecret ?? ''
        return callerSecret
      },
      { timeout: 60_000 },
    )
    .not.toBe('')
  const { endpoint } = await tool.client.getInstallation({ params: { id: installation } })
  const seen: string[] = []
  const failures: string[] = []
  let calling = true
  const callers = ['/word', '/word', '/slow', '/slow'].map(async (path) => {
    while (calling) {
      const answer = await fetch(endpoint + path, { headers: { 'x-MKT-caller': callerSecret } }).catch(String)
      if (typeof answer === 'string' || answer.status !== 200) failures.push(`${path}: ${answer}`)
      else seen.push(await answer.text())
      // Without a pause the containers that start would wait for those that ask.
      await delay(10)
    }
  })
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  const set = await tool.mkt(dir, 'variables', 'set', 'WORD', 'hello', '--restart')
  expect(set).toMatchObject({ code: 0, json: { name: 'WORD', restarted: { deployments: [{ state: 'RUNNING' }] } } })
  await expect.poll(() => seen.at(-1)).toBe('hello')
  expect(await tool.mkt(dir, 'restart')).toMatchObject({ code: 0 })
  calling = false
  await Promise.all(callers)
  expect(failures).toEqual([])
  expect(new Set(seen)).toEqual(new Set(['none', 'hello']))
  const later = await tool.read(dir, 'variables', 'unset', 'WORD')
  expect(later.stdout).toContain('"mkt restart acme/running"')
})

it('a restart whose new containers do not start says why, and the former ones go on serving', async () => {
  const set = await tool.mkt(dir, 'variables', 'set', 'CRASH', '1', '--restart')
  expect(set).toMatchObject({ code: 1, json: { error: { code: 'restart_failed' } } })
  expect(await tool.mkt(dir, 'call', '/open')).toMatchObject({ code: 0, json: { status: 200 } })
  expect(await tool.mkt(dir, 'variables', 'unset', 'CRASH', '--restart')).toMatchObject({ code: 0 })
})

it('keeps alert rules, and a key does not read the audit', async () => {
  const audit = await tool.mkt(dir, 'audit', 'export', '--jsonl', '--action', 'release.')
  expect(audit).toMatchObject({ code: 1, json: { error: { code: 'forbidden' } } })
  const where = ['--slack', 'https://10.0.0.1/planted']
  const made = await tool.mkt(dir, 'alerts', 'add', 'night', '--when', 'failing', '--threshold', '5', ...where)
  expect(made).toMatchObject({ code: 0, json: { name: 'night', address: 'https://10.0.0.1' } })
  const { id } = made.json as { id: string }
  expect((await tool.read(dir, 'alerts', 'list')).stdout).toContain('failing 5 minutes')
  expect(await tool.mkt(dir, 'alerts', 'test', id)).toMatchObject({ code: 1, json: { taken: false } })
  expect(await tool.mkt(dir, 'alerts', 'remove', id)).toMatchObject({ code: 0 })
  expect(await tool.mkt(dir, 'alerts', 'list')).toMatchObject({ code: 0, json: { rules: [] } })
})

it('mkt api sends a request with the credentials in use, and passes a refusal on', async () => {
  const { json } = await tool.mkt(tool.root, 'api', '/me')
  expect(json).toMatchObject({ status: 200, body: { organization: { name: 'acme' } } })
  expect(await tool.mkt(tool.root, 'api', '/listings/lst_nothing')).toMatchObject({
    code: 1,
    json: { status: 404, error: { code: 'not_found', requestId: expect.any(String) } },
  })
  expect(await tool.mkt(tool.root, 'api', 'https://elsewhere.example')).toMatchObject({ code: 2 })
})
