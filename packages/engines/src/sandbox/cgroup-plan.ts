import type { Plan } from '../engine.ts'
import { PROCESS_LIMIT } from '../limits.ts'

/** Version 1 has a hierarchy per controller, version 2 one for all. */
export type CgroupHost =
  | { version: 1; controllers: Readonly<Record<string, string>> }
  | { version: 2; root: string; controllers: readonly string[] }
  /** None that can be written, and why, where it is known. */
  | { version: 0; why?: string }

export interface CgroupFolder {
  path: string
  /** Files to write, in this order, before a process joins. */
  files: readonly { name: string; value: string; optional?: boolean }[]
}

const PERIOD_US = 100_000
const SHARES_PER_CORE = 1024
const WEIGHT_PER_CORE = 100

const sharesOf = ({ cpu }: Plan) => String(Math.max(2, Math.round(cpu * SHARES_PER_CORE)))
const weightOf = ({ cpu }: Plan) => String(Math.max(1, Math.round(cpu * WEIGHT_PER_CORE)))

/**
 * The folders to make for an instance and what to write there; a process joins by its number in `cgroup.procs`. Where the processor is given out, its folder
 * stands beside the platform's, not in one with other applications: there, one that computes without end would use up the turns of all.
 */
export function planCgroups(host: CgroupHost, group: string, instanceId: string, plan: Plan): CgroupFolder[] {
  if (host.version === 0) return []
  const quota = Math.round(plan.cpuCeiling * PERIOD_US)
  const memory = String(plan.memoryBytes)
  if (host.version === 2) {
    return [
      {
        path: `${host.root}/${group}-${instanceId}`,
        files: [
          { name: 'memory.max', value: memory },
          { name: 'memory.swap.max', value: '0', optional: true },
          { name: 'memory.oom.group', value: '1', optional: true },
          { name: 'cpu.max', value: `${quota} ${PERIOD_US}` },
          { name: 'cpu.weight', value: weightOf(plan), optional: true },
          { name: 'pids.max', value: String(PROCESS_LIMIT) },
        ].filter((file) => host.controllers.includes(file.name.split('.')[0] ?? '')),
      },
    ]
  }
  const files: Record<string, CgroupFolder['files']> = {
    memory: [
      { name: 'memory.limit_in_bytes', value: memory },
      { name: 'memory.memsw.limit_in_bytes', value: memory, optional: true },
    ],
    cpu: [
      { name: 'cpu.shares', value: sharesOf(plan) },
      { name: 'cpu.cfs_period_us', value: String(PERIOD_US) },
      { name: 'cpu.cfs_quota_us', value: String(quota) },
    ],
    cpuacct: [],
    pids: [{ name: 'pids.max', value: String(PROCESS_LIMIT) }],
  }
  return [...new Map(Object.entries(host.controllers).map(([name, root]) => [root, name])).keys()].map((root) => ({
    path: root === host.controllers.cpu ? `${root}/${group}-${instanceId}` : `${root}/${group}/${instanceId}`,
    files: Object.entries(host.controllers)
      .filter(([, path]) => path === root)
      .flatMap(([name]) => files[name] ?? []),
  }))
}

/**
 * What to write where an instance begins or ends to give way. Idle is stronger than any weight: what wakes up elsewhere has the processor at once. The weight
 * counts where a kernel does not know idle; it can only be set while that is off.
 */
export function planTurn(host: CgroupHost, plan: Plan, givesWay: boolean): CgroupFolder['files'] {
  if (host.version === 0) return []
  const [name, least, usual] =
    host.version === 1 ? ['cpu.shares', '2', sharesOf(plan)] : ['cpu.weight', '1', weightOf(plan)]
  const idle = (value: string) => ({ name: 'cpu.idle', value, optional: true })
  return [idle('0'), { name, value: givesWay ? least : usual }, ...(givesWay ? [idle('1')] : [])]
}
