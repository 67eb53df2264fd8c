import { timeFormats } from '../../lib/time-formats.ts'
import type { NewAlertRule } from '../../queries/accounts/alerts.ts'

export interface AlertDraft {
  name: string
  kind: NewAlertRule['kind']
  threshold: number
  target: NewAlertRule['target']
  address: string
  secret: string
  from: string
  to: string
}

/** What is proposed for each kind, and the most that the platform takes. */
export const thresholds: Record<AlertDraft['kind'], { start: number; most: number }> = {
  failing: { start: 5, most: 1_440 },
  dead_letters: { start: 1, most: 10_000 },
  slow: { start: 1_000, most: 30_000 },
  credential: { start: 90, most: 3_650 },
  update: { start: 1, most: 1 },
}
export const emptyAlert: AlertDraft = {
  ...{
    name: '',
    kind: 'failing',
    threshold: thresholds.failing.start,
    target: 'mail',
    address: '',
    secret: '',
    from: '',
    to: '',
  },
}

export function bodyOf({ from, to, secret, ...draft }: AlertDraft): NewAlertRule {
  const { zone: timeZone } = timeFormats()
  return {
    ...draft,
    ...(draft.target === 'webhook' ? { secret } : {}),
    ...(from !== '' && to !== '' ? { quietHours: { from, to, timeZone } } : {}),
  }
}
