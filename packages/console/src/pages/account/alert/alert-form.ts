import type { AlertRule } from '../../../queries/accounts/alerts.ts'
import type { Inputs } from '../../../ui/action/form-dialog.tsx'
import type { AlertDraft } from './alert-draft.ts'

/** What every part of the form of a rule is given. */
export interface AlertInputsProps extends Inputs<AlertDraft> {
  org: string
  /** The rule that is changed; none where a new one is made. */
  rule?: AlertRule
}

export const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
