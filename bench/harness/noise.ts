import { connect, type Socket } from 'node:net'

/** Callers that wait for answers of their own while something else is measured; each asks again when it is answered. */
export function startNoise(port: number, requests: readonly string[], callers: number): { stop(): void } {
  const sockets: Socket[] = Array.from({ length: callers }, (_, index) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const ask = () => socket.write(requests[index % requests.length] ?? '')
    socket.on('connect', ask)
    socket.on('data', ask)
    socket.on('error', () => {})
    return socket
  })
  return { stop: () => sockets.forEach((socket) => void socket.destroy()) }
}
