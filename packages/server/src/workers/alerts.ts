import { evaluateAlerts } from '../actions/alert/evaluate-alerts.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'

const EVERY_MS = 30_000

/** Looks at the alert rules of organizations by the clock. Every worker looks; a message is sent by the one that took the rule. */
export function startAlerts(platform: Platform): { stop(): Promise<void> } {
  return startPeriodic(
    (signal) => evaluateAlerts(platform, signal),
    EVERY_MS,
    (error) => platform.log.warn({ err: error }, 'Alert rules could not be looked at; trying again soon'),
  )
}
