import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What stands in front of pods where a cluster has no kube-proxy: one address that leads to those that are ready. */
export interface ClusterFront {
  port: number
  close(): void
}

/** The address under which pods and nodes reach this machine. */
export const BRIDGE = '172.17.0.1'

/** Leads each connection to the next of the places. A place that refuses is not replaced by another: pods must drain. */
export async function startFront(places: () => readonly string[]): Promise<ClusterFront> {
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const now = places()
    const [host = '', port = ''] = (now[turn++ % Math.max(now.length, 1)] ?? '').split(':')
    if (host === '') return void incoming.destroy()
    const outgoing = connect(Number(port), host)
    open.add(incoming)
    const end = () => {
      open.delete(incoming)
      incoming.destroy()
      outgoing.destroy()
    }
    for (const socket of [incoming, outgoing]) socket.on('error', end).on('close', end)
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, BRIDGE, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
