import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

interface Place {
  host: string
  port: number
}

/**
 * The host by which other processes of the platform reach this one: the one that is given, or where it listens. A process that listens on
 * every address of a machine with several networks is reached in that of the database, which all processes share.
 */
export async function reachedAt(bind: string, given?: string, database?: Place): Promise<string> {
  if (given !== undefined) return written(given)
  if (bind !== '0.0.0.0' && bind !== '::') return written(bind)
  const own = Object.values(networkInterfaces()).flatMap((each) => each?.filter(({ internal }) => !internal) ?? [])
  const toward = database === undefined ? undefined : await addressToward(database)
  const found = own.find(({ address }) => address === toward) ?? own.find(({ family }) => family === 'IPv4')
  return written(found?.address ?? '127.0.0.1')
}

/** The address of this machine from which it reaches a place. Nothing is sent: only the kernel is asked for the way. */
export async function addressToward({ host, port }: Place): Promise<string | undefined> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4')
  try {
    socket.connect(port, host)
    await once(socket, 'connect')
    return socket.address().address
  } catch {
    // A name that does not resolve at this moment, or no way there.
    return undefined
  } finally {
    socket.close()
  }
}

function written(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
