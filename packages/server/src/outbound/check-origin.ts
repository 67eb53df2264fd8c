import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { guarded } from '../lib/guarded.ts'

/** Whether the name of an origin is known. */
export async function resolveOrigin(origin: string): Promise<string[]> {
  const found = await lookup(hostOf(origin), { all: true })
  return found.map(({ address }) => address)
}

/** When the certificate of an https origin ends; fails where it is not trusted or nothing answers. */
export function certificateEnd(origin: string, timeoutMs: number): Promise<Date> {
  const { promise, resolve, reject } = Promise.withResolvers<Date>()
  const host = hostOf(origin)
  const port = Number(new URL(origin).port || 443)
  const socket = connect({ host, port, servername: host, timeout: timeoutMs })
  const secured = () => {
    resolve(new Date(socket.getPeerCertificate().valid_to))
    socket.destroy()
  }
  const late = () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`))
  socket.once('secureConnect', guarded(reject, secured))
  socket.once('timeout', guarded(reject, late))
  socket.on('error', reject)
  return promise
}

function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}
