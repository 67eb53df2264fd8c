import type { PlannedStep } from '../../outbound/policy/policy-system.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import type { TenantLease } from '../tenant/tenant-lease.ts'

/**
 * Runs the steps one after another, until one shows that the tenant has to be looked at again: it changed, or declines a step. The
 * first step is run also where the time is up, so that every look gets on.
 */
export async function runSteps(
  steps: readonly PlannedStep[],
  lease: TenantLease,
  isLate: () => boolean,
): Promise<{ ended: 'done' | 'changed' | 'declined' | 'late'; ran: number }> {
  for (const [at, step] of steps.entries()) {
    if (at > 0 && isLate()) return { ended: 'late', ran: at }
    if (!(await lease.extend()))
      throw new PolicySystemError('unavailable', 'Another process took over the work on this tenant', 1)
    try {
      await step.run()
    } catch (error) {
      if (!(error instanceof PolicySystemError)) throw error
      if (step.optional && error.trouble === 'refused') return { ended: 'declined', ran: at }
      if (!['conflict', 'missing'].includes(error.trouble)) throw error
      return { ended: 'changed', ran: at }
    }
  }
  return { ended: 'done', ran: steps.length }
}
