import { isIP } from 'node:net'
import { originEndpoint, parseAllowedAddress, REFUSED_NETWORKS } from '../addresses.ts'
import { bridgePrefix } from './plan.ts'

export interface FirewallPlan {
  /** Input for `iptables-restore --noflush`: our two chains, replaced in one go. */
  restore: string
  /** Rules that lead into them; each is added when it is not there. */
  jumps: { chain: string; rule: string[] }[]
}

/**
 * What containers reach: the state interface and the allow list on this machine, nothing else of it; outside of it
 * everything that is not private. Answers to connections that came from here always pass.
 */
export function planFirewall(scope: string, stateApi: string, allowAddresses: readonly string[]): FirewallPlan {
  const prefix = bridgePrefix(scope)
  const here = `MKT-${prefix}-HERE`
  const away = `MKT-${prefix}-AWAY`
  const passes = passRules(stateApi, allowAddresses)
  const established = '-m conntrack --ctstate ESTABLISHED,RELATED'
  const lines = [
    '*filter',
    `:${here} - [0:0]`,
    `:${away} - [0:0]`,
    `-A ${here} ${established} -j ACCEPT`,
    ...passes.map((pass) => `-A ${here} ${pass} -j ACCEPT`),
    `-A ${here} -j REJECT`,
    `-A ${away} ${established} -j RETURN`,
    ...passes.map((pass) => `-A ${away} ${pass} -j RETURN`),
    ...REFUSED_NETWORKS.map((network) => `-A ${away} -d ${network} -j REJECT`),
    `-A ${away} -j RETURN`,
    'COMMIT',
    '',
  ]
  return {
    restore: lines.join('\n'),
    jumps: [
      { chain: 'INPUT', rule: ['-i', `${prefix}+`, '-j', here] },
      { chain: 'DOCKER-USER', rule: ['-i', `${prefix}+`, '-j', away] },
    ],
  }
}

function passRules(stateApi: string, allowAddresses: readonly string[]): string[] {
  const state = originEndpoint(stateApi)
  const endpoints = isIP(state.host) === 4 ? [{ kind: 'endpoint' as const, ...state }] : []
  return [...endpoints, ...allowAddresses.map(parseAllowedAddress)].flatMap((allowed) => {
    if (allowed?.kind === 'endpoint' && isIP(allowed.host) === 4) {
      return [`-p tcp -d ${allowed.host}/32 --dport ${allowed.port}`]
    }
    return allowed?.kind === 'network' && allowed.family === 4 ? [`-d ${allowed.cidr}`] : []
  })
}
