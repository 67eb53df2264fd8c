import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Servers that stand for hosts of the internet, on this machine. */
export interface NamedServers {
  /** Answers with the SNI and Host it saw. */
  tls: number
  /** Answers with the Host it saw; `/redirect?to=` redirects, `/slow` waits forever. */
  plain: number
  /** Answers 64 KB for each line it is sent, after the other side has closed its half. */
  raw: number
  /** Connections that the plain server holds now. */
  held(): number
  close(): void
}

export async function startNamedServers(host = '127.0.0.1'): Promise<NamedServers> {
  const held = new Set<Socket>()
  const tls = createHttps(certificate(), (request, response) => {
    const { servername } = request.socket as unknown as { servername: string }
    response.end(`${servername} ${request.headers.host}`)
  })
  const plain = createHttp((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    if (url.pathname === '/slow') response.write('begun')
    else if (url.pathname === '/redirect') response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end()
    else if (url.pathname === '/big') response.end(Buffer.alloc(Number(url.searchParams.get('bytes')), 120))
    else request.resume().on('end', () => response.end(request.headers.host))
  })
  plain.on('connection', (socket) => {
    held.add(socket)
    socket.on('close', () => held.delete(socket))
  })
  const raw = createTcp({ allowHalfOpen: true }, (socket) => {
    let bytes = 0
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    socket.on('end', () => socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${bytes}`))
  })
  const servers: Server[] = [tls, plain, raw]
  const ports = await Promise.all(servers.map((server) => listen(server, host)))
  return {
    tls: ports[0] ?? 0,
    plain: ports[1] ?? 0,
    raw: ports[2] ?? 0,
    held: () => held.size,
    close() {
      for (const socket of held) socket.destroy()
      for (const server of servers) server.close()
    },
  }
}

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-tls-'))
  try {
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
    const subject = ['-subj', '/CN=vin.example', '-days', '2']
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
