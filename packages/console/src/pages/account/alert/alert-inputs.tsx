import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { problemAt } from '../../../lib/problem-at.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import { type AlertDraft, thresholds, withKind } from './alert-draft.ts'
import { type AlertInputsProps, optionsOf } from './alert-form.ts'
import { AlertQuiet } from './alert-quiet.tsx'
import { AlertTarget } from './alert-target.tsx'
import { AlertTopics } from './alert-topics.tsx'
import { WatchSelect } from './watch-select.tsx'

/** When a rule tells, of what, and where its messages go. */
export function AlertInputs(inputs: AlertInputsProps) {
  const { draft, set, failure } = inputs
  const counted = thresholds[draft.kind]
  return (
    <>
      <TextInput
        label={texts.name}
        required
        maxLength={120}
        data-autofocus
        value={draft.name}
        error={problemAt(failure, '/name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.when}
        data={optionsOf(texts.kinds)}
        value={draft.kind}
        onChange={(event) => set(withKind(draft, event.currentTarget.value as AlertDraft['kind']))}
      />
      {counted ? (
        <NumberInput
          label={texts.thresholds[draft.kind]}
          required
          min={1}
          max={counted.most}
          allowDecimal={false}
          value={draft.threshold}
          error={problemAt(failure, '/threshold')}
          onChange={(value) => set({ threshold: Number(value) })}
        />
      ) : null}
      {draft.kind === 'notifications' ? <AlertTopics {...inputs} /> : <WatchSelect {...inputs} />}
      <AlertTarget {...inputs} />
      <AlertQuiet {...inputs} />
    </>
  )
}
