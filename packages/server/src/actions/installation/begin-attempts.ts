import { forgetFailing } from '../../store/delivery/route-health.ts'
import type { Unit } from '../platform/unit.ts'

/** A start, or another release, begins the count of failing attempts again; it ends no pause. */
export async function beginAttempts(unit: Unit, installationId: string): Promise<void> {
  if (await forgetFailing(unit.trx, installationId)) unit.changed('route-health', installationId)
}
