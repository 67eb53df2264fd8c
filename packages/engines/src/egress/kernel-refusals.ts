import { readFileSync } from 'node:fs'

/** What the kernel refused in this network namespace since it was made. */
export interface KernelRefusals {
  /** Connections and packets to addresses for which there is no route. */
  unroutable: number
  /** Connections to ports at which nobody listens. */
  refusedPorts: number
  /** UDP packets to ports at which nobody listens. */
  refusedPackets: number
}

export function readKernelRefusals(): KernelRefusals {
  return parseKernelRefusals(readText('/proc/net/snmp'), readText('/proc/net/snmp6'))
}

export function parseKernelRefusals(snmp: string, snmp6: string): KernelRefusals {
  const table = (name: string, column: string): number => {
    const [names, values] = snmp
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.split(' '))
    const at = names?.indexOf(column) ?? -1
    return at < 0 ? 0 : Number(values?.[at] ?? 0)
  }
  const row6 = (name: string) => Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(snmp6)?.[1] ?? 0)
  return {
    unroutable: table('Ip', 'OutNoRoutes') + row6('Ip6OutNoRoutes'),
    refusedPorts: table('Tcp', 'AttemptFails'),
    refusedPackets: table('Udp', 'NoPorts') + row6('Udp6NoPorts'),
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
