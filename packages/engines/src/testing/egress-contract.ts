import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EgressRules, Endpoint } from '../egress/rules.ts'
import type { Engine, InstanceSpec } from '../engine.ts'
import type { ImageSource } from '../image-source.ts'
import { type ProcessIdentity, signal } from '../sandbox/process-identity.ts'
import { callInstance, until } from './call-instance.ts'
import { FULL_SHARE } from './full-share.ts'
import { type NamedServers, startNamedServers } from './named-servers.ts'
import { portOf, startSayServer } from './say-server.ts'
import { CLIENTS, tools, UNDICI } from './tool-image.ts'

export interface EgressContractOptions {
  open(names: string): Promise<Engine>
  /** A file that gives names their addresses. */
  names: string
  image(): Promise<ImageSource>
  /** Kills the way out that carries connections. */
  killOutlet(): Promise<void> | void
  /** An address of this machine that instances can reach; default: its loopback. */
  host?: string
  /**
   * `route`: there is no route to what is closed, so the kernel refuses at once and counts. `policy`: a network policy drops it, which
   * nobody counts, and all names share one address, so a name that differs is counted as itself.
   */
  closedBy?: 'route' | 'policy'
  /** Smaller where the engine sets aside what an application asks for; default: a whole processor. */
  cpu?: number
  /** Connections at once that are tried; default: a thousand. */
  atOnce?: number
}

/** Kills the process of a way out that says in a file which one it is. */
export function killByFile(path: string): void {
  if (!signal(JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity, 'SIGKILL'))
    throw new Error(`the process of ${path} is gone`)
}

/** What every engine that enforces rules for egress must do, tried with programs that know nothing of them. */
export function egressContract(name: string, options: EgressContractOptions): void {
  describe(`egress of the ${name} engine`, () => {
    let engine: Engine
    let servers: NamedServers
    let state: Awaited<ReturnType<typeof startSayServer>>
    let rules: EgressRules
    let address = ''
    const host = options.host ?? '127.0.0.1'
    const byPolicy = options.closedBy === 'policy'
    const refusedHost = (named: string) => (byPolicy ? named : 'vin.example')
    const deploymentId = `dep_${randomBytes(6).toString('hex')}`
    const instanceId = `inst_${randomBytes(6).toString('hex')}`
    const names: Record<string, string[]> = {}
    const resolveTo = (host: string, ...addresses: string[]) => {
      names[host] = addresses
      writeFileSync(options.names, JSON.stringify(names))
    }
    const run = async (program: string): Promise<unknown> => {
      const answer = await callInstance(address, '/run', program, 60_000)
      return answer.status === 200 ? JSON.parse(answer.body) : { failed: answer.body }
    }
    const get = (url: string) =>
      run(
        `return await fetch('${url}', { headers: { connection: 'close' }, signal: AbortSignal.timeout(8000) }).then((one) => one.text(), (error) => String(error.cause?.code ?? error))`,
      )
    const exec = (command: string, ...args: string[]) =>
      run(`return await new Promise((resolve) => { let text = ''
        const child = spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { env: process.env })
        child.stdout.on('data', (chunk) => { text += chunk }); child.stderr.on('data', (chunk) => { text += chunk })
        child.on('error', (error) => resolve(error.code)); child.on('close', () => resolve(text)) })`)
    const reach = (host: string, port: number) => run(`return await reach('${host}', ${port}, 1500)`)
    const apply = async (next: Partial<EgressRules>) => {
      rules = { ...rules, ...next }
      await engine.applyEgress?.(deploymentId, rules)
    }
    /** The kernel's refusals are read now and then, so the first look may find only some of them. */
    const counted = async (host: string, refusal?: string, refused = 0) =>
      until(`${host} to be counted`, async () => {
        const counts = (await engine.egressCounts?.(instanceId)) ?? []
        const row = counts.find((one) => one.host === host && (refusal === undefined || one.lastRefusal === refusal))
        return row !== undefined && row.refused >= refused ? row : null
      })

    beforeAll(async () => {
      servers = await startNamedServers(host)
      state = await startSayServer(host, 'the state')
      for (const name of [
        'vin.example',
        'a.mail.example',
        'b.a.mail.example',
        'mail.example',
        'other.example',
        'hook.example',
      ])
        resolveTo(name, host)
      const hosts: Endpoint[] = [servers.tls, servers.plain, servers.raw].flatMap((port) => [
        { host: 'vin.example', port },
        { host: '*.mail.example', port },
      ])
      rules = { mode: 'enforce', hosts, endpoints: [] }
      engine = await options.open(options.names)
      const spec = await specify(instanceId)
      await engine.start(spec)
      address = await healthy(instanceId)
    }, 120_000)

    const specify = async (id: string): Promise<InstanceSpec> => ({
      instanceId: id,
      deploymentId,
      app: 'acme/moody',
      version: '1.0.0',
      image: await options.image(),
      variables: { MOOD: 'well', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      stateApi: `http://${host}:${portOf(state)}`,
      plan: { cpu: options.cpu ?? FULL_SHARE, cpuCeiling: 2, memoryBytes: 512 * 1024 * 1024 },
      allowAddresses: [servers.tls, servers.plain, servers.raw].map((port) => `${host}:${port}`),
      egress: rules,
    })
    const healthy = (id: string) =>
      until('health', async () => {
        const seen = (await engine.observe(id))?.address
        return seen != null && (await callInstance(seen, '/health')).status === 200 && seen
      })

    afterAll(async () => {
      await engine.close({ stopInstances: true })
      state.close()
      servers.close()
    })

    it('lets Node reach a declared host over TLS and plain, wildcards at any depth', async () => {
      const { tls, plain } = servers
      expect(await get(`https://vin.example:${tls}/`)).toBe(`vin.example vin.example:${tls}`)
      expect(await get(`http://VIN.example:${plain}/`)).toBe(`vin.example:${plain}`)
      expect(await get(`http://b.a.mail.example:${plain}/`)).toBe(`b.a.mail.example:${plain}`)
      const http = `return await new Promise((resolve) => http.get('http://vin.example:${plain}/', async (answer) =>
        resolve(Buffer.concat(await Array.fromAsync(answer)).toString())).on('error', (error) => resolve(error.code)))`
      expect(await run(http)).toBe(`vin.example:${plain}`)
      expect(await counted('vin.example')).toMatchObject({ refused: 0 })
    })

    it('lets undici reach it, and nothing else', async () => {
      const undici = (url: string) =>
        run(`const { Agent, request } = await import('${UNDICI}/index.js')
          const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
          return await request('${url}', { dispatcher }).then(({ body }) => body.text(), (error) => error.code)`)
      expect(await undici(`https://vin.example:${servers.tls}/`)).toBe(`vin.example vin.example:${servers.tls}`)
      expect(await undici(`http://vin.example:${servers.plain}/`)).toBe(`vin.example:${servers.plain}`)
      expect(await undici(`http://other.example:${servers.plain}/`)).toBe('ENOTFOUND')
    })

    it.runIf(tools.go)('lets Go reach it, and nothing else', async () => {
      const go = (url: string) => exec(`${CLIENTS}/go-get`, url)
      expect(await go(`https://vin.example:${servers.tls}/`)).toBe(`vin.example vin.example:${servers.tls}`)
      expect(await go(`http://vin.example:${servers.plain}/`)).toBe(`vin.example:${servers.plain}`)
      expect(await go(`http://other.example:${servers.plain}/`)).toBe('DNSError')
    })

    it.runIf(tools.java)('lets the HttpClient of Java reach it, and nothing else', async () => {
      // Certificates of the suite name no host; everything else is as programs have it.
      const options = ['-Xmx64m', '-Djdk.internal.httpclient.disableHostnameVerification=true', '-cp', CLIENTS]
      const java = (url: string) => exec(`${CLIENTS}/java/bin/java`, ...options, 'Get', url)
      expect(await java(`https://vin.example:${servers.tls}/`)).toBe(`vin.example vin.example:${servers.tls}`)
      expect(await java(`http://vin.example:${servers.plain}/`)).toBe(`vin.example:${servers.plain}`)
      expect(await java(`http://other.example:${servers.plain}/`)).toBe('ConnectException')
    })

    it.runIf(tools.requests)('lets the requests library of Python reach it, and nothing else', async () => {
      const script = `import sys, warnings; warnings.simplefilter('ignore'); sys.path.append('/usr/lib/python3/dist-packages')
import requests
try: print(requests.get(sys.argv[1], timeout=8, verify=False).text, end='')
except requests.RequestException as error: print(type(error).__name__, end='')`
      const python = (url: string) => exec('/usr/bin/python3', '-S', '-c', script, url)
      expect(await python(`https://vin.example:${servers.tls}/`)).toBe(`vin.example vin.example:${servers.tls}`)
      expect(await python(`http://vin.example:${servers.plain}/`)).toBe(`vin.example:${servers.plain}`)
      expect(await python(`http://other.example:${servers.plain}/`)).toBe('ConnectionError')
    })

    it.runIf(tools.curl)('lets curl reach it, and not what differs', async () => {
      const { tls, plain } = servers
      const curl = (...args: string[]) => exec('/usr/bin/curl', '-sk', '-m', '8', '-w', '%{exitcode}', ...args)
      expect(await curl(`https://vin.example:${tls}/`)).toBe(`vin.example vin.example:${tls}0`)
      expect(await curl(`http://vin.example:${plain}/`)).toBe(`vin.example:${plain}0`)
      expect(await curl('-H', 'Host: other.example', `http://vin.example:${plain}/`)).toBe('56')
      expect(await curl(`https://other.example:${tls}/`)).toBe('6')
      expect(await curl('--connect-to', `x.example:${tls}:vin.example:${tls}`, `https://x.example:${tls}/`)).toBe('35')
    })

    it.runIf(tools.python)('lets Python reach it, and nothing else', async () => {
      const script = `import urllib.request, ssl, sys
try: print(urllib.request.urlopen(sys.argv[1], timeout=8, context=ssl._create_unverified_context()).read().decode(), end='')
except Exception as error: print(type(error).__name__, end='')`
      const python = (url: string) => exec('/usr/bin/python3', '-S', '-c', script, url)
      expect(await python(`https://vin.example:${servers.tls}/`)).toBe(`vin.example vin.example:${servers.tls}`)
      expect(await python(`http://vin.example:${servers.plain}/`)).toBe(`vin.example:${servers.plain}`)
      expect(await python(`http://other.example:${servers.plain}/`)).toBe('URLError')
    })

    it('always lets it read its state', async () => {
      expect(await run("return await (await fetch(process.env.MKT_STATE_API + '/state/k')).text()")).toBe('the state')
    })

    it('resolves no name that is not declared, whatever is asked for and wherever', async () => {
      for (const host of ['other.example', 'mail.example', 'xvin.example', `${'a'.repeat(63)}.secret.other.example`])
        expect(await get(`http://${host}:${servers.plain}/`), host).toBe('ENOTFOUND')
      expect(await counted('other.example', 'undeclared name')).toMatchObject({ port: 0, connections: 0 })
      const types = ['resolveTxt', 'resolveMx', 'resolve6', 'resolveSrv', 'resolveAny', 'resolveNs']
      const found = await run(`const dns = await import('node:dns/promises'); const found = {}
        for (const type of ${JSON.stringify(types)}) found[type] = await dns[type]('x.other.example').then(() => 'found', (error) => error.code)
        return found`)
      expect(Object.values(found as object)).not.toContain('found')
      const elsewhere =
        await run(`const { Resolver } = await import('node:dns/promises'); const resolver = new Resolver({ timeout: 500, tries: 1 })
        resolver.setServers(['8.8.8.8']); return await resolver.resolve4('vin.example').then(() => 'found', (error) => error.code)`)
      expect(elsewhere).not.toBe('found')
    })

    it('refuses addresses in every spelling, the platform, other private networks and the metadata address included', async () => {
      const spellings = [
        '93.184.216.34',
        '2606:2800:220:1::1',
        '::ffff:93.184.216.34',
        '0x5db8d822',
        '1.1',
        '169.254.169.254',
      ]
      for (const host of [...spellings, '10.0.0.1', '192.168.0.1', '172.17.0.1', '100.64.0.1', '0.0.0.0'])
        expect(await reach(host, 443), host).not.toBe('connected')
      for (const host of ['8.8.8.8', '172.17.0.1', '10.213.0.1']) {
        expect(await reach(host, 53), host).not.toBe('connected')
        expect(await reach(host, 5432), host).not.toBe('connected')
      }
      for (const port of [servers.plain, servers.tls, 5432, 7070])
        for (const own of new Set(['127.0.0.1', host])) expect(await reach(own, port)).not.toBe('connected')
      if (!byPolicy) expect(await counted('(address)', 'address', 4)).toBeTruthy()
    })

    it('refuses other ports of a declared host', async () => {
      if (byPolicy) return expect(await reach('vin.example', 9)).not.toBe('connected')
      expect(await reach('vin.example', 9)).toBe('ECONNREFUSED')
      expect((await counted('(other port)', 'other port')).refused).toBeGreaterThan(0)
    })

    it.runIf(!byPolicy)('refuses UDP to addresses and to declared hosts', async () => {
      const send = (host: string) =>
        run(`const dgram = await import('node:dgram'); const socket = dgram.createSocket('udp4')
          return await new Promise((resolve) => socket.on('error', (error) => resolve(error.code)).send('x', 443, '${host}', (error) => resolve(error?.code ?? 'sent')))`)
      expect(await send('93.184.216.34')).toBe('ENETUNREACH')
      await send('vin.example')
      expect((await counted('(UDP)', 'UDP')).refused).toBeGreaterThan(0)
    })

    it.runIf(tools.python)('opens no raw socket and sends no ICMP', async () => {
      const script = `import socket, sys
def attempt(kind):
  try:
    one = socket.socket(socket.AF_INET, kind, socket.IPPROTO_ICMP); one.sendto(b'\\x08\\x00\\xf7\\xff\\x00\\x00\\x00\\x00', ('93.184.216.34', 0)); return 'sent'
  except OSError: return 'refused'
print(attempt(socket.SOCK_RAW), attempt(socket.SOCK_DGRAM), end='')`
      expect(await exec('/usr/bin/python3', '-S', '-c', script)).toBe('refused refused')
    })

    it('refuses SNI and Host that differ from the name, no SNI, and what is neither TLS nor HTTP', async () => {
      const first = (bytes: string) =>
        run(`return await new Promise((resolve) => { const socket = net.connect(${servers.tls}, 'vin.example', () => socket.write(Buffer.from('${bytes}', 'base64')))
          socket.on('data', (data) => resolve('data ' + data.length)).on('error', (error) => resolve(error.code)).on('close', () => resolve('closed')) })`)
      const tls = (servername: string) =>
        run(`const tls = await import('node:tls'); return await new Promise((resolve) => {
          const socket = tls.connect({ host: 'vin.example', port: ${servers.tls}, servername: '${servername}', rejectUnauthorized: false }, () => resolve('secure'))
          socket.on('error', (error) => resolve(error.code)) })`)
      expect(await tls('vin.example')).toBe('secure')
      expect(await tls('other.example')).toBe('ECONNRESET')
      expect(await counted(refusedHost('other.example'), 'SNI differs')).toBeTruthy()
      expect(await tls('')).toBe('ECONNRESET')
      expect(await counted(refusedHost('(unnamed)'), 'no SNI')).toBeTruthy()
      expect(await first(Buffer.from('GET / HTTP/1.1\r\nHost: other.example\r\n\r\n').toString('base64'))).not.toMatch(
        /data/,
      )
      expect(await counted(refusedHost('other.example'), 'Host differs')).toBeTruthy()
      expect(await first(Buffer.from('EHLO me\r\n').toString('base64'))).not.toMatch(/data/)
      expect(await counted(refusedHost('(unnamed)'), 'neither TLS nor HTTP')).toBeTruthy()
    })

    it('refuses a declared name that resolves to a private address, now or a moment later', async () => {
      const url = `http://a.mail.example:${servers.plain}/`
      expect(await get(url)).toBe(`a.mail.example:${servers.plain}`)
      for (const inside of ['10.0.0.1', '127.0.0.2', '169.254.169.254', '::1', '::ffff:127.0.0.2']) {
        resolveTo('a.mail.example', inside)
        expect(await get(url), inside).not.toContain('mail')
      }
      expect(await counted('a.mail.example', 'not a public address')).toBeTruthy()
      resolveTo('a.mail.example', host)
      expect(await get(url)).toBe(`a.mail.example:${servers.plain}`)
    })

    it('follows no redirect to what is not declared', async () => {
      const redirect = (to: string) => get(`http://vin.example:${servers.plain}/redirect?to=${encodeURIComponent(to)}`)
      expect(await redirect(`http://a.mail.example:${servers.plain}/`)).toBe(`a.mail.example:${servers.plain}`)
      expect(await redirect(`http://other.example:${servers.plain}/`)).toBe('ENOTFOUND')
      expect(await redirect('http://93.184.216.34/')).toMatch(byPolicy ? /TIMEDOUT|EPERM|Timeout/ : /^ENETUNREACH$/)
    })

    it('opens and closes a host and an address with the rules, held connections included', async () => {
      const declared = rules.hosts ?? []
      const url = `http://hook.example:${servers.plain}/`
      expect(await get(url)).toBe('ENOTFOUND')
      await apply({ hosts: [...declared, { host: 'hook.example', port: servers.plain }] })
      await until('the host to open', async () => (await get(url)) === `hook.example:${servers.plain}`)
      const before = servers.held()
      const held = run(`return await new Promise((resolve) => http.get('${url}slow', (answer) => answer.resume()
        .on('error', (error) => resolve(error.code)).on('close', () => resolve('closed'))).on('error', (error) => resolve(error.code)))`)
      await until('a held connection', async () => servers.held() > before)
      const closedAt = Date.now()
      await apply({ hosts: declared })
      expect(await held).toMatch(/ECONNRESET|closed/)
      expect(Date.now() - closedAt).toBeLessThan(5_000)
      expect(await get(url)).toBe('ENOTFOUND')
      await apply({ endpoints: [{ host, port: servers.plain }] })
      await until('the address to open', async () => (await reach(host, servers.plain)) === 'connected')
      await apply({ endpoints: [] })
      await until('the address to close', async () => (await reach(host, servers.plain)) !== 'connected')
    })

    it('lets nothing out without a host in the rules, as for a release on trial', async () => {
      const declared = rules.hosts ?? []
      const url = `http://vin.example:${servers.plain}/`
      await apply({ hosts: [] })
      await until('everything to close', async () => (await get(url)) === 'ENOTFOUND')
      expect(await get(`https://vin.example:${servers.tls}/`)).toBe('ENOTFOUND')
      for (const address of ['93.184.216.34', host]) expect(await reach(address, servers.plain)).not.toBe('connected')
      expect(await run("return await (await fetch(process.env.MKT_STATE_API + '/state/k')).text()")).toBe('the state')
      await apply({ hosts: declared })
      await until('the host to open', async () => (await get(url)) === `vin.example:${servers.plain}`)
    })

    it('keeps instances of one app apart', async () => {
      const other = `inst_${randomBytes(6).toString('hex')}`
      await engine.start(await specify(other))
      const otherAddress = await healthy(other)
      const look = await callInstance(
        otherAddress,
        '/run',
        'return [process.env.MKT_PORT, Object.values(os.networkInterfaces()).flat().map(({ address }) => address)]',
      )
      const [port, addresses] = JSON.parse(look.body) as [string, string[]]
      for (const host of addresses.filter((one) => !one.startsWith('127.') && one !== '::1'))
        expect(await reach(host, Number(port)), host).not.toBe('connected')
      const own = await run("fs.writeFileSync('/tmp/own', ''); return fs.readdirSync('/tmp')")
      expect(own).toContain('own')
      const mark = await callInstance(otherAddress, '/run', "return fs.existsSync('/tmp/own')")
      expect(mark.body).toBe('false')
      await engine.stop(other, { graceMs: 0 })
      await engine.forget(other)
      expect(await get(`http://vin.example:${servers.plain}/`)).toBe(`vin.example:${servers.plain}`)
    })

    it('replaces a way out that was killed', async () => {
      const url = `http://vin.example:${servers.plain}/`
      expect(await get(url)).toBe(`vin.example:${servers.plain}`)
      await options.killOutlet()
      await until('the way out to be back', async () => {
        await engine.observe(instanceId)
        return (await get(url)) === `vin.example:${servers.plain}`
      })
    })

    it('carries a half-close, and waits for a slow receiver', async () => {
      const half = `return await new Promise((resolve) => { let text = ''; const socket = net.connect({ host: 'vin.example', port: ${servers.raw}, allowHalfOpen: true }, () => {
        socket.write('POST / HTTP/1.1\\r\\nHost: vin.example\\r\\n\\r\\n'); socket.end(Buffer.alloc(1000000)) })
        socket.on('data', (data) => { text += data }).on('end', () => resolve(text.split('\\r\\n\\r\\n')[1])).on('error', (error) => resolve(error.code)) })`
      expect(await run(half)).toBe(
        String(1_000_000 + Buffer.byteLength('POST / HTTP/1.1\r\nHost: vin.example\r\n\r\n')),
      )
      const slow = `return await new Promise((resolve) => http.get('http://vin.example:${servers.plain}/big?bytes=20000000', async (answer) => {
        let bytes = 0; for await (const chunk of answer) { bytes += chunk.length; if (bytes % 7 === 0) await new Promise((next) => setTimeout(next, 2)) } resolve(bytes) }))`
      expect(await run(slow)).toBe(20_000_000)
      const row = await counted('vin.example')
      expect(row.receivedBytes).toBeGreaterThan(1)
    })

    const atOnce = options.atOnce ?? 1_000
    it(`carries ${atOnce} connections at once`, async () => {
      const many = `const answers = await Promise.all(Array.from({ length: ${atOnce} }, () => new Promise((resolve) => {
        const request = http.get('http://vin.example:${servers.plain}/slow', { agent: false }, (answer) => answer.once('data', () => resolve(request)).on('error', () => {}))
        request.on('error', (error) => resolve(error.code)) })))
        const good = answers.filter((answer) => typeof answer === 'object'); for (const request of good) request.destroy()
        return good.length === ${atOnce} ? ${atOnce} : answers.find((answer) => typeof answer === 'string')`
      expect(await run(many)).toBe(atOnce)
      expect(await get(`http://vin.example:${servers.plain}/`)).toBe(`vin.example:${servers.plain}`)
    })

    it('tells what was counted until the instance is forgotten', async () => {
      const before = await counted('vin.example')
      await engine.stop(instanceId, { graceMs: 1_000 })
      const after = await counted('vin.example')
      expect(after.connections).toBeGreaterThanOrEqual(before.connections)
      await engine.forget(instanceId)
      expect(await engine.egressCounts?.(instanceId)).toEqual([])
    })
  })
}
