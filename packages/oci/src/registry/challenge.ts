/** One way a registry offers to sign in, from its `www-authenticate` header. */
export interface Challenge {
  scheme: string
  parameters: Record<string, string>
}

/** Reads `Bearer realm="…",service="…",scope="…"` or `Basic realm="…"`. */
export function parseChallenge(header: string): Challenge {
  const [, scheme = '', rest = ''] = /^\s*(\S+)\s*(.*)$/s.exec(header) ?? []
  const parameters: Record<string, string> = {}
  for (const [, name, quoted, bare] of rest.matchAll(/(?<![a-z])([a-z]+)=(?:"([^"]*)"|([^\s,]+))/gi)) {
    if (name) parameters[name.toLowerCase()] = quoted ?? bare ?? ''
  }
  return { scheme: scheme.toLowerCase(), parameters }
}
