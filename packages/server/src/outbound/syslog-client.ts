import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface SyslogServer {
  tls: boolean
  host: string
  port: number
}

const SEND_MS = 10_000

/** `tcp://host:port` or `tls://host:port`; undefined where the text is neither. */
export function parseSyslogUrl(text: string): SyslogServer | undefined {
  const [, scheme, host, port] = /^(tcp|tls):\/\/(\[[0-9a-f:]+\]|[^\s/:@]+):(\d{1,5})\/?$/i.exec(text) ?? []
  if (scheme === undefined || host === undefined || Number(port) > 65_535 || Number(port) < 1) return undefined
  return { tls: scheme.toLowerCase() === 'tls', host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/**
 * Sends bytes over a connection of its own and resolves once the server closed it after reading them. The protocol has no receipt;
 * a server that ended or refused the connection is an error, and the bytes must be sent again.
 */
export function sendSyslog(server: SyslogServer, bytes: Buffer, timeoutMs = SEND_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host, port } = server
    const options = { host, port, timeout: timeoutMs }
    let flushed = false
    const onFlushed = () => {
      flushed = true
    }
    const write = () => socket.end(bytes, onFlushed)
    const socket: Socket = server.tls ? connectTls({ ...options, servername: host }, write) : connectTcp(options, write)
    socket.resume()
    socket.on('timeout', () => socket.destroy(new Error('The syslog server did not take the messages in time')))
    socket.on('error', reject)
    socket.on('close', () => (flushed ? resolve() : reject(new Error('The syslog server closed the connection early'))))
  })
}
