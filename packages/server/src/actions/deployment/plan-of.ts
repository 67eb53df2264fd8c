import type { Plan } from '@mkt/engines'
import type { PerformancePlan } from '@mkt/manifest'
import type { Release } from '../../store/release/releases.ts'

const MEGABYTE = 1024 * 1024

/** Resources of a performance plan: CPU as a guaranteed share below one core, memory as a hard limit. */
export const plans: Record<PerformancePlan, Plan> = {
  Standard: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 128 * MEGABYTE },
  Increased: { cpu: 0.5, cpuCeiling: 1, memoryBytes: 512 * MEGABYTE },
}

export function planOf({ manifest }: Pick<Release, 'manifest'>): Plan {
  return plans[manifest.performancePlan ?? 'Standard']
}
