import { connect, type Socket } from 'node:net'
import { limits } from '@mkt/contract/limits'
import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { keyHeaders, partyAt } from './ask.ts'
import type { Attack } from './attack.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Opens connections that send a beginning and then nothing. */
function hoard(name: string, address: string, url: string, count: number, beginning: string): Attack {
  const sockets = new Set<Socket>()
  const done = { opened: 0 }
  const { hostname, port } = new URL(url)
  let isOver = false
  return {
    name,
    least: { once: count },
    done,
    async round() {
      while (sockets.size < count && !isOver) {
        const socket = connect({ host: hostname, port: Number(port), localAddress: address })
        sockets.add(socket)
        done.opened += 1
        socket.on('error', () => sockets.delete(socket)).on('close', () => sockets.delete(socket))
        socket.write(beginning)
        await pause(2)
      }
      await pause(100)
    },
    stop() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Asks many things at once, again and again. */
function flood(
  name: string,
  address: string,
  { width, perSecond }: { width: number; perSecond: number },
  asked: (at: number) => Parameters<ReturnType<typeof partyAt>['ask']>[0],
): Attack {
  const party = partyAt(address)
  const done: Attack['done'] = {}
  let at = 0
  const askOnce = async () => {
    at += 1
    const { status } = await party.ask(asked(at), 10_000)
    done[status] = (done[status] ?? 0) + 1
  }
  return {
    name,
    least: { perSecond },
    done,
    round: () => Promise.all(Array.from({ length: width }, askOnce)).then(() => pause(20)),
    stop: () => party.close(),
  }
}

export function attacksOn({ apiUrl, gatewayUrl, stateUrl, publisher }: Bootstrap): Attack[] {
  const api = `${apiUrl}/api/v1`
  const listings = `${api}/organizations/${publisher.organization.name}/listings`
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
  const texts = ['>'.repeat(20_000), '_a'.repeat(9_990), '[a]('.repeat(4_000), '- '.repeat(9_000)]
  return [
    flood('sign-in storm', '127.0.0.66', { width: 100, perSecond: 5 }, (at) => ({
      method: 'POST',
      url: `${api}/session`,
      body: JSON.stringify({ email: `nobody${at}@evil.test`, password: 'a guess at a password' }),
    })),
    flood('invented credentials', '127.0.0.67', { width: 40, perSecond: 20 }, (at) => ({
      url: `${api}/me`,
      headers: { authorization: `Bearer mse_invented${at}` },
    })),
    // As large as they are read: those of a stranger at the front door, those of a publisher behind it.
    flood('deep documents', '127.0.0.68', { width: 4, perSecond: 2 }, (at) =>
      at % 2 === 0
        ? { method: 'POST', url: `${api}/session`, body: '['.repeat(limits.openBody.value) }
        : { method: 'POST', url: listings, headers: keyHeaders(publisher), body: '['.repeat(500_000) },
    ),
    flood('hostile Markdown', '127.0.0.69', { width: 6, perSecond: 0.2 }, (at) => ({
      method: 'POST',
      url: listings,
      headers: keyHeaders(publisher),
      body: JSON.stringify({
        appName: `evil-${at}`,
        title: 'Evil',
        variant: 'connected',
        about: texts[at % texts.length],
        requirements: '',
      }),
    })),
    flood('unknown keys', '127.0.0.70', { width: 40, perSecond: 20 }, (at) => ({
      url: `${stateUrl}/state/invented${at}`,
    })),
    hoard('idle API bodies', '127.0.0.71', apiUrl, 300, post('/api/v1/session')),
    hoard('idle gateway bodies', '127.0.0.72', gatewayUrl, 300, post('/rnobody/open')),
    hoard('half requests', '127.0.0.73', stateUrl, 200, 'GET /state/x HTTP/1.1\r\nhost: '),
    hoard('streams', '127.0.0.74', apiUrl, 60, streamRequest(publisher)),
  ]
}

function streamRequest(publisher: Bootstrap['publisher']): string {
  const { authorization } = keyHeaders(publisher)
  return `GET /api/v1/stream HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`
}
