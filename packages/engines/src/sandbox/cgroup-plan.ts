import type { Plan } from '../engine.ts'
import { PROCESS_LIMIT } from '../limits.ts'

/** Version 1 has a hierarchy per controller, version 2 one for all. */
export type CgroupHost =
  | { version: 1; controllers: Readonly<Record<string, string>> }
  | { version: 2; root: string; controllers: readonly string[] }
  | { version: 0 }

export interface CgroupFolder {
  path: string
  /** Files to write, in this order, before a process joins. */
  files: readonly { name: string; value: string; optional?: boolean }[]
}

const PERIOD_US = 100_000
const SHARES_PER_CORE = 1024

/** The folders to make for an instance and what to write there; a process joins by its number in `cgroup.procs`. */
export function planCgroups(host: CgroupHost, group: string, instanceId: string, plan: Plan): CgroupFolder[] {
  if (host.version === 0) return []
  const quota = Math.round(plan.cpuCeiling * PERIOD_US)
  const memory = String(plan.memoryBytes)
  if (host.version === 2) {
    const weight = Math.max(1, Math.round(plan.cpu * 100))
    return [
      {
        path: `${host.root}/${group}/${instanceId}`,
        files: [
          { name: 'memory.max', value: memory },
          { name: 'memory.swap.max', value: '0', optional: true },
          { name: 'memory.oom.group', value: '1', optional: true },
          { name: 'cpu.max', value: `${quota} ${PERIOD_US}` },
          { name: 'cpu.weight', value: String(weight), optional: true },
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
      { name: 'cpu.shares', value: String(Math.max(2, Math.round(plan.cpu * SHARES_PER_CORE))) },
      { name: 'cpu.cfs_period_us', value: String(PERIOD_US) },
      { name: 'cpu.cfs_quota_us', value: String(quota) },
    ],
    cpuacct: [],
    pids: [{ name: 'pids.max', value: String(PROCESS_LIMIT) }],
  }
  return [...new Map(Object.entries(host.controllers).map(([name, root]) => [root, name])).keys()].map((root) => ({
    path: `${root}/${group}/${instanceId}`,
    files: Object.entries(host.controllers)
      .filter(([, path]) => path === root)
      .flatMap(([name]) => files[name] ?? []),
  }))
}
