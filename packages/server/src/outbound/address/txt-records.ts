import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 3_000
const MAX_RECORDS = 100

/** The TXT records of a name; undefined when DNS does not answer, which says nothing about the records. */
export async function txtRecords(name: string, servers: readonly string[] = []): Promise<string[] | undefined> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers([...servers])
  try {
    const records = await resolver.resolveTxt(name)
    return records.slice(0, MAX_RECORDS).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
  }
}
