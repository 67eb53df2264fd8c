/** One address for each server that a connection string names, without the parameter that only we understand. */
export function serverAddresses(connectionString: string): { addresses: string[]; mustWrite: boolean } {
  const [, scheme = '', authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?]*)(.*)$/.exec(connectionString) ?? []
  const at = authority.lastIndexOf('@') + 1
  const [path = '', query = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs')
  parameters.delete('target_session_attrs')
  const named = parameters.get('host')?.split(',')
  const ports = parameters.get('port')?.split(',') ?? []
  const hosts = authority.slice(at).split(',')
  const addresses = (named ?? hosts).map((host, index) => {
    const own = new URLSearchParams(parameters)
    if (named) {
      own.set('host', host)
      if (ports.length > 0) own.set('port', ports[index] ?? ports[0] ?? '')
    }
    const text = own.toString()
    return `${scheme}${authority.slice(0, at)}${named ? hosts[0] : host}${path}${text === '' ? '' : `?${text}`}`
  })
  const mustWrite = addresses.length > 1 ? wanted !== 'any' : wanted === 'read-write' || wanted === 'primary'
  return { addresses, mustWrite }
}

/** Which values of `target_session_attrs` make sense for a platform that writes. */
export function isUsableTarget(connectionString: string): boolean {
  const wanted = new URLSearchParams(connectionString.split('?', 2)[1] ?? '').get('target_session_attrs')
  return wanted === null || ['any', 'read-write', 'primary'].includes(wanted)
}

/** What the address of a database may say of TLS, as the programs of PostgreSQL name it. */
export type TlsParameters = Partial<Record<'sslmode' | 'sslrootcert' | 'sslcert' | 'sslkey', string | undefined>>

/** The address with these parameters, where it does not say otherwise itself. A socket of this machine has no TLS. */
export function withTls(connectionString: string, given: TlsParameters): string {
  const [base = '', query = ''] = connectionString.split('?', 2)
  const parameters = new URLSearchParams(query)
  const host = parameters.get('host') ?? base.replace(/^[^/]*\/\/([^/]*@)?/, '')
  if (host === '' || host.startsWith('/')) return connectionString
  const added = Object.entries(given).filter(([name, value]) => value !== undefined && !parameters.has(name))
  if (added.length === 0) return connectionString
  const text = new URLSearchParams(added as [string, string][]).toString()
  return `${base}?${query === '' ? '' : `${query}&`}${text}`
}
