import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerDownloads } from './downloads.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-downloads-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function served() {
  const app = Fastify()
  registerDownloads(app, () => 'https://market.example', folder)
  return app
}

function pack(name: string, text: string): void {
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(join(folder, name), text)
  const index = { version: '1.2.3', files: [{ name, bytes: text.length, sha256 }] }
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index))
}

it('a packed file is served whole and named by the command that installs it from this platform', async () => {
  pack('mkt.tgz', 'the tool')
  const page = await served().inject('/downloads')
  expect(page.body).toContain('npm install --global https://market.example/downloads/mkt.tgz')
  const file = await served().inject('/downloads/mkt.tgz')
  expect([file.statusCode, file.body, file.headers['content-length']]).toEqual([200, 'the tool', '8'])
  const again = await served().inject({
    url: '/downloads/mkt.tgz',
    headers: { 'if-none-match': file.headers.etag ?? '' },
  })
  expect(again.statusCode).toBe(304)
  expect((await served().inject('/downloads/index.json')).json()).toMatchObject({ version: '1.2.3' })
})

it('nothing else of the disk is served', async () => {
  pack('mkt.tgz', 'the tool')
  writeFileSync(join(folder, 'other.tgz'), 'not in the index')
  for (const name of ['other.tgz', '..%2Findex.json', '%2Fetc%2Fpasswd', '.'])
    expect((await served().inject(`/downloads/${name}`)).statusCode, name).toBe(404)
})

it('a platform whose tools were not packed says how they are', async () => {
  const answer = await served().inject('/downloads')
  expect([answer.statusCode, answer.body.includes('npm run build:packages')]).toEqual([404, true])
  expect((await served().inject('/downloads/mkt.tgz')).statusCode).toBe(404)
})
