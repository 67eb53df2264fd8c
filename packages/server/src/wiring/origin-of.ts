/** An address as a client writes it: a wildcard bind is reached by loopback. */
export function originOf(bind: string, port: number): string {
  const host = bind === '0.0.0.0' ? '127.0.0.1' : bind === '::' ? '[::1]' : bind.includes(':') ? `[${bind}]` : bind
  return `http://${host}:${port}`
}
