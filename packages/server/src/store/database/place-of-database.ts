import { serverAddresses } from '../../lib/process/postgres-address.ts'

export interface DatabasePlace {
  host: string
  port: number
}

const USUAL_PORT = 5432

/** Where the (first) server of a database is; undefined where it is a socket of this machine. */
export function placeOfDatabase(url: string | undefined): DatabasePlace | undefined {
  const [first = ''] = url === undefined ? [] : serverAddresses(url).addresses
  const address = URL.parse(first)
  const host = address?.searchParams.get('host') ?? address?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (host === '' || host.startsWith('/')) return undefined
  return { host, port: Number(address?.searchParams.get('port') ?? (address?.port || USUAL_PORT)) }
}
