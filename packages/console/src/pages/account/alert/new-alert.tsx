import { useCreateAlertRule } from '../../../queries/accounts/alerts.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import { AddButton } from '../../../ui/action/add-button.tsx'
import { bodyOf, emptyAlert } from './alert-draft.ts'
import { AlertInputs } from './alert-inputs.tsx'

export function NewAlert({ org }: { org: string }) {
  const create = useCreateAlertRule(org)
  return (
    <AddButton
      label={texts.add}
      done={texts.added}
      empty={emptyAlert()}
      act={(draft) => create.mutateAsync(bodyOf(draft))}
    >
      {(inputs) => <AlertInputs org={org} {...inputs} />}
    </AddButton>
  )
}
