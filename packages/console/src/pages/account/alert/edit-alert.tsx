import { type AlertRule, useChangeAlertRule } from '../../../queries/accounts/alerts.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import { common } from '../../../texts/common.ts'
import { EditButton } from '../../../ui/action/edit-button.tsx'
import { changeOf, draftOf } from './alert-draft.ts'
import { AlertInputs } from './alert-inputs.tsx'

export function EditAlert({ org, rule }: { org: string; rule: AlertRule }) {
  const change = useChangeAlertRule()
  return (
    <EditButton
      size="compact-sm"
      variant="subtle"
      label={texts.edit}
      of={rule.name}
      done={common.saved}
      value={draftOf(rule)}
      act={(draft) => change.mutateAsync({ id: rule.id, change: changeOf(draft) })}
    >
      {(inputs) => <AlertInputs org={org} rule={rule} {...inputs} />}
    </EditButton>
  )
}
