import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resolve } from '@mkt/engines'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../testing/run/eventually.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(listener: RequestListener): Promise<{ port: number; hits: () => number }> {
  let hits = 0
  const server: Server = createServer((request, response) => {
    hits += 1
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, hits: () => hits }
}

function client(allow: string[], resolve?: Resolve): HttpClient {
  const made = createHttpClient({ allow: () => allow, ...(resolve ? { resolve } : {}) })
  closing.push(() => made.close())
  return made
}

const get = (http: HttpClient, url: string, more: object = {}) => http.send({ method: 'GET', url, ...more })
const ok: RequestListener = (_request, response) => response.end('{}')

/** A key and certificate made for this run; undefined where the machine cannot make one. */
const selfSigned = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const made = spawnSync('openssl', ['req', ...kind, '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert])
  try {
    return made.status === 0 ? { key: readFileSync(key), cert: readFileSync(cert) } : undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
})()

describe('the client for addresses that customers enter', () => {
  it('answers with status and body where the address is allowed', async () => {
    const { port } = await serve(ok)
    const answer = await get(client([`127.0.0.1:${port}`]), `http://127.0.0.1:${port}/x`)
    expect([answer.status, answer.body.toString()]).toEqual([200, '{}'])
  })

  it('gives a connection back when a request cannot be written', async () => {
    const { port } = await serve(ok)
    const http = client([`127.0.0.1:${port}`])
    const url = `http://127.0.0.1:${port}/x`
    for (let turn = 0; turn < 20; turn++)
      await expect(get(http, url, { headers: { authorization: 'Bearer \u202e' } })).rejects.toMatchObject({
        reason: 'unreachable',
      })
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(http, url)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it('gives up a request at its deadline also while it waits for a connection', async () => {
    const { port, hits } = await serve(() => {})
    const http = client([`127.0.0.1:${port}`])
    const url = `http://127.0.0.1:${port}/x`
    const hanging = Array.from({ length: 16 }, () => get(http, url, { timeoutMs: 60_000 }).catch(() => {}))
    await eventually(() => expect(hits()).toBe(16))
    await expect(get(http, url, { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'timed_out' })
    await http.close()
    await Promise.all(hanging)
  })

  it('refuses every way to write a loopback address, and never connects', async () => {
    const { port, hits } = await serve(ok)
    const http = client([])
    const odd = ['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '0', '[::1]', '[::ffff:127.0.0.1]']
    const names = ['localhost', 'localhost.', '①②⑦.0.0.1']
    for (const host of [...odd, ...names])
      await expect(get(http, `http://${host}:${port}/`), host).rejects.toMatchObject({ name: 'OutboundError' })
    expect(hits()).toBe(0)
  })

  it('refuses other protocols, and addresses that carry a password', async () => {
    const http = client(['127.0.0.1'])
    for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://a:b@127.0.0.1/', 'nonsense'])
      await expect(get(http, url)).rejects.toMatchObject({ reason: 'address_refused' })
  })

  it('refuses a name that also resolves to a private address', async () => {
    const { port, hits } = await serve(ok)
    const both: Resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    await expect(get(client([], both), `https://both.test:${port}/`)).rejects.toMatchObject({
      reason: 'address_refused',
    })
    expect(hits()).toBe(0)
  })

  it('refuses a name whose second resolution gives a private address', async () => {
    const { port, hits } = await serve(ok)
    let asked = 0
    const rebinding: Resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]
    }
    await expect(get(client([], rebinding), `https://rebind.test:${port}/`)).rejects.toMatchObject({
      reason: 'address_refused',
    })
    expect(hits()).toBe(0)
  })

  it('asks for https where an address is public', async () => {
    const publicHost: Resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    await expect(get(client([], publicHost), 'http://public.test/')).rejects.toMatchObject({ reason: 'insecure' })
  })

  it.skipIf(selfSigned === undefined)('refuses a certificate that nobody vouches for', async () => {
    let hits = 0
    const server = createTlsServer(selfSigned ?? {}, (_request, response) => {
      hits += 1
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await expect(get(client(['127.0.0.1']), url)).rejects.toMatchObject({ reason: 'tls_failed' })
    expect(hits).toBe(0)
  })

  it('follows no redirect', async () => {
    const inside = await serve(ok)
    const { port } = await serve((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/secret` })
      response.end()
    })
    const http = client([`127.0.0.1:${port}`])
    await expect(get(http, `http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'redirected' })
    expect(inside.hits()).toBe(0)
  })

  it('gives up on answers that are too large or too late, and says nothing of what was sent', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(2000))
    })
    const http = client(['127.0.0.1'])
    const base = `http://127.0.0.1:${port}`
    await expect(get(http, `${base}/large`, { maxBytes: 1000 })).rejects.toMatchObject({ reason: 'too_large' })
    const headers = { authorization: 'Bearer planted-secret' }
    const error = await get(http, `${base}/never?planted-secret`, { headers, timeoutMs: 50 }).catch((one) => one)
    expect(error).toMatchObject({ reason: 'timed_out' })
    expect(String(error.message) + String(error.stack)).not.toContain('planted-secret')
  })
})
