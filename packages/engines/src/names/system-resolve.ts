import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLate, within } from '../within.ts'
import { createNameFiles, type NameFiles } from './name-files.ts'

export interface Resolved {
  address: string
  family: number
}

/** The addresses of a name, none where there is no such name; an address stands for itself. */
export type Resolve = (host: string) => Promise<Resolved[]>

export interface SystemResolveOptions {
  hosts: string
  resolvConf: string
  /** Instead of those of the machine. */
  servers?: readonly string[]
  deadlineMs: number
  /** Names that are looked up at once. */
  most: number
}

const usual: SystemResolveOptions = {
  hosts: '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
  deadlineMs: 6_000,
  most: 1_000,
}
/** Each try of one question to one server. */
const TRY_MS = 2_000
const TRIES = 2
/** How long the other kind of address is waited for once one is known. */
const OTHER_KIND_MS = 500

/**
 * Resolves names as the machine does (its hosts file, then its name servers, short names in its search domains), without the threads of the
 * process: `getaddrinfo` holds one of two for as long as a name server stays silent, and everybody's names wait for them. What is asked several
 * times at once is asked once.
 */
export function createSystemResolve(change: Partial<SystemResolveOptions> = {}): Resolve {
  const { hosts, resolvConf, servers, deadlineMs, most } = { ...usual, ...change }
  const files = createNameFiles({ hosts, resolvConf })
  const asked = new Map<string, Promise<Resolved[]>>()
  let resolver: { of: string; instance: Resolver } | undefined

  function resolverOf(known: NameFiles): Resolver {
    if (resolver?.of !== known.servers) {
      resolver = { of: known.servers, instance: new Resolver({ timeout: TRY_MS, tries: TRIES }) }
      if (servers !== undefined) resolver.instance.setServers(servers)
    }
    return resolver.instance
  }

  async function lookUp(host: string): Promise<Resolved[]> {
    const known = await files()
    const own = known.hosts.get(host) ?? (isLocal(host) ? ['127.0.0.1'] : undefined)
    if (own !== undefined) return own.map((address) => ({ address, family: isIP(address) }))
    for (const name of candidates(host, known)) {
      const found = await addressesOf(resolverOf(known), name)
      if (found.length > 0) return found
    }
    return []
  }

  return (given) => {
    const host = given.toLowerCase()
    const family = isIP(host)
    if (family !== 0) return Promise.resolve([{ address: host, family }])
    const shared = asked.get(host)
    if (shared !== undefined) return shared
    if (asked.size >= most) return Promise.resolve([])
    const answer = orNone(deadlineMs, lookUp(host)).finally(() => asked.delete(host))
    asked.set(host, answer)
    return answer
  }
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** Which whole names a name may stand for, in the order they are asked in. */
export function candidates(host: string, { search, ndots }: Pick<NameFiles, 'search' | 'ndots'>): string[] {
  if (host.endsWith('.')) return [host.slice(0, -1)]
  const longer = search.map((domain) => `${host}.${domain}`)
  return host.split('.').length - 1 >= ndots ? [host, ...longer] : [...longer, host]
}

/** None where there is no such name. Throws where nobody could say. */
async function addressesOf(resolver: Resolver, name: string): Promise<Resolved[]> {
  const ask = async (family: 4 | 6): Promise<Resolved[]> => {
    try {
      const found = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
      return found.map((address) => ({ address, family }))
    } catch (error) {
      if (noSuchName.has((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  }
  const four = ask(4)
  const six = ask(6)
  // Some servers never answer what they have no address for: who is known already is not kept waiting.
  const [first, second] = await Promise.allSettled([patient(four, six), patient(six, four)])
  const found = [first, second].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (found.length === 0 && first.status === 'rejected') throw first.reason
  return found
}

/** None where nobody answers in time. */
async function orNone(milliseconds: number, answer: Promise<Resolved[]>): Promise<Resolved[]> {
  try {
    return await within(milliseconds, answer)
  } catch (error) {
    if (isLate(error)) return []
    throw error
  }
}

async function patient(own: Promise<Resolved[]>, other: Promise<Resolved[]>): Promise<Resolved[]> {
  const late = other.then(
    async (found) => (found.length > 0 ? orNone(OTHER_KIND_MS, own) : own),
    () => own,
  )
  return Promise.race([own, late])
}

const noSuchName: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])

export const systemResolve = createSystemResolve()
