import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { problemAt } from '../../../lib/problem-at.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import type { AlertDraft } from './alert-draft.ts'
import { type AlertInputsProps, optionsOf } from './alert-form.ts'

/** Where messages go. The address and the secret of a rule that is changed stay where none is typed. */
export function AlertTarget({ draft, set, failure, rule }: AlertInputsProps) {
  const stays = rule?.target === draft.target ? rule : undefined
  return (
    <>
      <NativeSelect
        label={texts.target}
        data={optionsOf(texts.targets)}
        value={draft.target}
        onChange={(event) => set({ target: event.currentTarget.value as AlertDraft['target'] })}
      />
      <TextInput
        label={texts.address}
        description={stays ? texts.addressStays(stays.address) : texts.addressHint[draft.target]}
        required={stays === undefined}
        maxLength={2000}
        value={draft.address}
        error={problemAt(failure, '/address')}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      {draft.target === 'webhook' ? (
        <PasswordInput
          label={texts.secret}
          description={stays ? texts.secretStays : texts.secretHint}
          required={stays === undefined}
          minLength={16}
          maxLength={200}
          autoComplete="off"
          value={draft.secret}
          error={problemAt(failure, '/secret')}
          onChange={(event) => set({ secret: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}
