import { parseArgs } from 'node:util'
import type { SimulatorOptions } from './start-simulator.ts'

export type CommandLine =
  | { command: 'serve'; options: SimulatorOptions; endWithParent: boolean }
  | { command: 'fire' | 'scenario' | 'book'; url: string; body: Record<string, unknown> }
  | { command: 'help' }

export const HELP = `mkt-simulator [serve]   start the stand-in for the policy system
  --port N              connected variant; enterprise takes the next (7080; 0: free ones)   MKT_SIMULATOR_PORT
  --enterprise-port N   enterprise variant, where it is not the next one
  --bind A[,B]          addresses to listen on (127.0.0.1)                                   MKT_BIND
  --public-host H       host in the printed addresses, where it differs
  --state FILE          keep the world in a file (default: memory)
  --seed TEXT           same seed, same credentials
  --parent              end when standard input closes
mkt-simulator fire TYPE --tenant T [--data JSON] [--url U]
mkt-simulator scenario NAME --tenant T [--count N] [--seconds S] [--url U]
mkt-simulator book --tenant T [--policies N] [--url U]   add a book of issued policies (5000)
`

const FLAGS = {
  port: { type: 'string' },
  'enterprise-port': { type: 'string' },
  bind: { type: 'string' },
  'public-host': { type: 'string' },
  state: { type: 'string' },
  seed: { type: 'string' },
  parent: { type: 'boolean' },
  tenant: { type: 'string' },
  data: { type: 'string' },
  url: { type: 'string' },
  count: { type: 'string' },
  policies: { type: 'string' },
  seconds: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export function readCommandLine(args: string[], env: Record<string, string | undefined>): CommandLine {
  const { values, positionals } = parseArgs({ args, options: FLAGS, allowPositionals: true })
  const [command = 'serve', subject = ''] = positionals
  if (values.help) return { command: 'help' }
  const url = values.url ?? `http://127.0.0.1:${env.MKT_SIMULATOR_PORT ?? '7080'}`
  if (command === 'fire') {
    const data: unknown = JSON.parse(values.data ?? '{}')
    return { command, url: `${url}/_sim/events`, body: { tenant: values.tenant, type: subject, data } }
  }
  if (command === 'scenario') {
    const count = number(values.count ?? '1', 'count')
    const seconds = number(values.seconds ?? '0', 'seconds')
    return { command, url: `${url}/_sim/scenarios`, body: { tenant: values.tenant, name: subject, count, seconds } }
  }
  if (command === 'book') {
    const policies = number(values.policies ?? '5000', 'policies')
    return { command, url: `${url}/_sim/books`, body: { tenant: values.tenant, policies } }
  }
  if (command !== 'serve') throw new Error(`Unknown command "${command}"; see --help`)
  const addresses = (values.bind ?? env.MKT_BIND ?? '127.0.0.1').split(',').filter((item) => item !== '')
  return {
    command,
    endWithParent: values.parent ?? false,
    options: {
      port: number(values.port ?? env.MKT_SIMULATOR_PORT ?? '7080', 'port'),
      addresses,
      ...(values['enterprise-port'] === undefined
        ? {}
        : { enterprisePort: number(values['enterprise-port'], 'enterprise-port') }),
      ...(values['public-host'] === undefined ? {} : { publicHost: values['public-host'] }),
      ...(values.state === undefined ? {} : { stateFile: values.state }),
      ...(values.seed === undefined ? {} : { seed: values.seed }),
    },
  }
}

function number(value: string, name: string): number {
  const parsed = Number(value)
  if (value.trim() === '' || !Number.isFinite(parsed) || parsed < 0) throw new Error(`--${name} must be a number`)
  return parsed
}
