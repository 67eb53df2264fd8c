import type { EgressMode } from '@mkt/engines'

export interface Enforcement {
  state: 'enforced' | 'reported' | 'open' | 'undeclared' | 'unenforced'
  reason: string | null
}

/** Whether what a manifest declares is enforced, and if not, why data may go elsewhere. */
export function enforcementOf(mode: EgressMode, declares: boolean, engineCannot: string | undefined): Enforcement {
  if (!declares)
    return { state: 'undeclared', reason: 'The app does not say where it sends data: every public host is open to it.' }
  if (mode === 'open')
    return { state: 'open', reason: 'The operator of the platform lets apps send data anywhere (MKT_EGRESS=open).' }
  if (engineCannot !== undefined)
    return { state: 'unenforced', reason: `This platform cannot enforce it: ${engineCannot}.` }
  if (mode === 'report')
    return { state: 'reported', reason: 'Names that are not declared are counted and not refused (MKT_EGRESS=report).' }
  return { state: 'enforced', reason: null }
}
