export interface DatabasePlace {
  host: string
  port: number
}

/** Where the (first) server of a database is; undefined where it is a socket of this machine. */
export function placeOfDatabase(url: string | undefined): DatabasePlace | undefined {
  const [, host = '', port = '5432'] = /^[a-z]+:\/\/(?:[^/]*@)?(\[[^\]]+\]|[^:/?,]*)(?::(\d+))?/i.exec(url ?? '') ?? []
  return host === '' ? undefined : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
