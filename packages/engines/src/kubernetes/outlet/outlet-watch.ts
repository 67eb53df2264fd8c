import { getServers } from 'node:dns'
import { startResolver } from '../../egress/resolver.ts'
import { type EgressRules, portsOf } from '../../egress/rules.ts'
import { createTally } from '../../egress/tally.ts'
import { guarded } from '../../guarded.ts'
import { systemResolve } from '../../names/system-resolve.ts'
import type { OutletGuard, OutletGuardOptions } from './outlet-guard.ts'
import { WAIT_NAME } from './outlet-order.ts'
import { RESOLVER_PORT } from './outlet-ports.ts'

const LOOK_MS = 10_000
const DNS_PORT = 53

/**
 * An outlet that only watches: every name is asked of the cluster's name server, undeclared ones are counted, and connections go their own
 * way. Parts of the platform may have short names, which the cluster completes for this pod and not for the instance.
 */
export async function startOutletWatch(options: Pick<OutletGuardOptions, 'rules' | 'platform'>): Promise<OutletGuard> {
  let rules: EgressRules = options.rules
  const tally = createTally(Date.now)
  const addresses = new Map<string, string>()
  const platform = () => [...options.platform, ...(rules.platform ?? [])].map(({ host }) => host)
  const look = async () => {
    for (const name of platform()) {
      const found = await systemResolve(name).catch(() => [])
      const first = found.find(({ family }) => family === 4)
      if (first !== undefined) addresses.set(name, first.address)
    }
  }
  await look()
  setInterval(
    guarded(() => {}, look),
    LOOK_MS,
  )
  await startResolver({
    at: { host: '0.0.0.0', port: RESOLVER_PORT.inside },
    forward: {
      host: getServers()[0] ?? '127.0.0.1',
      port: DNS_PORT,
      except: (name) => name === WAIT_NAME || addresses.has(name),
    },
    addressOf(name) {
      const isKnown = name === WAIT_NAME || platform().includes(name) || portsOf(rules, name).length > 0
      if (!isKnown) tally.refused({ host: name, port: 0 }, 'undeclared name')
      return addresses.get(name) ?? null
    },
  })
  return {
    update(next) {
      rules = next
    },
    counts: () => tally.counts(),
  }
}
