import { partsOf, presence } from '../../domain/platform/process.ts'
import type { EngineFact } from '../../store/deployment/engine-facts.ts'
import { listProcesses, type Process } from '../../store/platform/processes.ts'
import type { Platform } from './platform.ts'
import type { Quarantine } from './quarantine.ts'

function processAnswer({ roles, report, startedAt, seenAt, silent, ...row }: Process) {
  const engine = report.engine as Partial<EngineFact> | undefined
  return {
    ...row,
    roles: roles as never[],
    state: silent ? ('silent' as const) : ('up' as const),
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    engine:
      engine?.engine === undefined
        ? null
        : {
            engine: engine.engine,
            missing: [...(engine.missing ?? [])],
            outside: engine.outside === true,
            egress: engine.egress ?? null,
            notes: [...(engine.notes ?? [])],
            problems: [...(engine.problems ?? [])],
            refusal: engine.refusal ?? null,
          },
    quarantine: quarantineOf(report.quarantine as Quarantine['report'] | undefined),
    demo: typeof report.demo === 'string' ? report.demo : null,
  }
}

function quarantineOf(report: Quarantine['report'] | undefined) {
  return report === null || report === undefined ? null : { ...report, differences: [...report.differences] }
}

/** How every part of the platform fares, as its processes tell it. Fails when the database does not answer. */
export async function readHealth(platform: Pick<Platform, 'db'>) {
  const processes = (await listProcesses(platform.db, presence.silentMs)).map(processAnswer)
  const parts = partsOf(processes)
  return { ready: parts.every(({ state }) => state === 'up'), database: 'up' as 'up' | 'down', parts, processes }
}

export type Health = Awaited<ReturnType<typeof readHealth>>
