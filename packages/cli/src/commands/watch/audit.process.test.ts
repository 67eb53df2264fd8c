import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../../run.ts'
import { capturedWorld } from '../../testing/captured-world.ts'

const rows = ['{"action":"listing.create"}\n', '{"action":"release.create","by":"\u009b31m"}\n']

/** A platform whose audit is written by the test. */
async function platform(exportTo: (response: ServerResponse) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/api/v1/me') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ organization: { id: 'org_1', name: 'acme' } }))
    }
    asked.push(request.url ?? '')
    exportTo(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dir = mkdtempSync(join(tmpdir(), 'mkt-audit-'))
  onTestFinished(() => {
    server.close()
    rmSync(dir, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world = capturedWorld(dir, { MKT_URL: url, MKT_CLIENT_ID: 'id', MKT_API_KEY: 'key' })
  return { asked, dir, world, mkt: (...args: string[]) => run(['audit', 'export', ...args], world) }
}

it('passes rows on as they arrive, unchanged where standard output is no terminal', async () => {
  let open: ServerResponse | undefined
  const { asked, world, mkt } = await platform((response) => {
    open = response
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write(rows[0])
  })
  const done = mkt('--action', 'release.')
  await expect.poll(() => world.out()).toBe(rows[0])
  open?.end(rows[1])
  expect(await done).toBe(0)
  expect(world.out()).toBe(rows.join(''))
  expect(asked).toEqual(['/api/v1/organizations/org_1/audit/export?action=release.'])
})

it('writes them to a file unchanged, and says how many', async () => {
  const { dir, world, mkt } = await platform((response) => response.writeHead(200).end(rows.join('')))
  expect(await mkt('--output', 'audit.jsonl')).toBe(0)
  expect(readFileSync(join(dir, 'audit.jsonl'), 'utf8')).toBe(rows.join(''))
  expect(world.out()).toBe('Wrote 2 rows to audit.jsonl.\n')
})

it('shows no control characters on a terminal', async () => {
  const { world, mkt } = await platform((response) => response.writeHead(200).end(rows.join('')))
  world.terminal = true
  expect(await mkt()).toBe(0)
  expect(world.out()).toBe(`${rows[0]}{"action":"release.create","by":""}\n`)
})

it('says why it was refused, and writes no file', async () => {
  const { dir, world, mkt } = await platform((response) =>
    response
      .writeHead(403, { 'content-type': 'application/problem+json' })
      .end('{"code":"forbidden","detail":"Only owners may."}'),
  )
  expect(await mkt('--output', 'audit.jsonl')).toBe(1)
  expect(world.err()).toContain('Only owners may.')
  expect(() => readFileSync(join(dir, 'audit.jsonl'))).toThrow('ENOENT')
})
