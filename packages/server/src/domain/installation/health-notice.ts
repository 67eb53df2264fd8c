import type { InstallationHealth } from './installation-health.ts'

export interface NotifiedHealth {
  code: string
  at: Date
}

/** Causes that nothing else tells of as they happen. */
const toldCodes: readonly InstallationHealth['code'][] = ['containers_down', 'deliveries_failing', 'calls_failing']

const noticeLimits = {
  /** Shorter outages are not reported. */
  lastsMs: 3 * 60_000,
  /** One that comes and goes is told once an hour. */
  againMs: 3_600_000,
} as const

/** Whether to tell of failing health now, or to forget what was told because it is well again. */
export function decideHealthNotice(
  health: InstallationHealth,
  told: NotifiedHealth | undefined,
  now: Date,
): 'tell' | 'forget' | undefined {
  const { state, code, since } = health
  const restsStill = told !== undefined && now.getTime() - told.at.getTime() < noticeLimits.againMs
  if (state !== 'failing') return told === undefined || restsStill ? undefined : 'forget'
  if (restsStill || since === null || !toldCodes.includes(code)) return undefined
  if (now.getTime() - since.getTime() < noticeLimits.lastsMs) return undefined
  const goesOn = told?.code === code && since <= told.at
  return goesOn ? undefined : 'tell'
}
