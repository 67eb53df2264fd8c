import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../lib/random.ts'
import { registerConsole } from './console.ts'

function consoleApp() {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<meta nonce="__MKT_NONCE__"><script nonce="__MKT_NONCE__">')
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'not for you')
  const app = Fastify()
  registerConsole(app, systemRandom, folder)
  return app
}
const browser = { accept: 'text/html,*/*' }

describe('serving the console', () => {
  it('opens every page of the console directly', async () => {
    const app = consoleApp()
    for (const url of ['/', '/browse', '/manage/installations/ins_1/log?x=1']) {
      const answer = await app.inject({ url, headers: browser })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('text/html')
    }
  })

  it('gives each answer a nonce of its own, allows no inline script and no frame', async () => {
    const app = consoleApp()
    const first = await app.inject({ url: '/', headers: browser })
    const second = await app.inject({ url: '/', headers: browser })
    expect(first.body).not.toContain('__MKT_NONCE__')
    expect(first.body).not.toBe(second.body)
    const policy = String(first.headers['content-security-policy'])
    const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1]
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(first.headers['cache-control']).toBe('no-store')
  })

  it('never stands in for the API, the registry or the documentation', async () => {
    const app = consoleApp()
    for (const url of ['/api/v1/nothing', '/v2/', '/docs/none', '/readyz']) {
      expect((await app.inject({ url, headers: browser })).statusCode).toBe(404)
    }
  })

  it('shows the front page to a client that accepts anything, and its headers to HEAD', async () => {
    const app = consoleApp()
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: '/', headers: { accept: '*/*' } })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('text/html')
    }
    expect((await app.inject({ url: '/browse', headers: { accept: '*/*' } })).statusCode).toBe(404)
  })

  it('answers a program that does not ask for a page with 404', async () => {
    const answer = await consoleApp().inject({ url: '/browse', headers: { accept: 'application/json' } })
    expect(answer.statusCode).toBe(404)
  })

  it('sends assets compressed and cacheable forever', async () => {
    const app = consoleApp()
    const answer = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('export {}')
  })

  it('sends what the build has compressed, and nobody reads it by its own name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mkt-console-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets', 'app-1.js'), 'export {}')
    const compressed = brotliCompressSync('export {} // by the build')
    writeFileSync(join(folder, 'assets', 'app-1.js.br'), compressed)
    const app = Fastify()
    registerConsole(app, systemRandom, folder)
    const answer = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'br' } })
    expect(answer.rawPayload).toEqual(compressed)
    expect((await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'identity' } })).body).toBe(
      'export {}',
    )
    expect((await app.inject({ url: '/assets/app-1.js.br' })).statusCode).toBe(404)
  })

  it('serves no file but the assets of the build', async () => {
    const app = consoleApp()
    for (const url of ['/assets/../secret.txt', '/assets/%2e%2e%2fsecret.txt', '/assets/none.js']) {
      expect((await app.inject({ url })).body).not.toContain('not for you')
    }
  })

  it('goes on serving its own build when a newer one is put in its place', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mkt-console-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<script src="/assets/old.js">')
    writeFileSync(join(folder, 'assets', 'old.js'), 'old')
    const app = Fastify()
    registerConsole(app, systemRandom, folder)
    rmSync(join(folder, 'assets'), { recursive: true })
    expect((await app.inject({ url: '/assets/old.js' })).body).toBe('old')
  })

  it('says what to do when the console is not built', async () => {
    const app = Fastify()
    registerConsole(app, systemRandom, mkdtempSync(join(tmpdir(), 'mkt-console-')))
    const answer = await app.inject({ url: '/', headers: browser })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm start')
  })
})
