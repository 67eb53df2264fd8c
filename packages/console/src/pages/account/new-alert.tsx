import { Group, NativeSelect, NumberInput, PasswordInput, Text, TextInput } from '@mantine/core'
import { problemAt } from '../../lib/problem-at.ts'
import { useCreateAlertRule } from '../../queries/accounts/alerts.ts'
import { alerts as texts } from '../../texts/alerts.ts'
import { AddButton } from '../../ui/action/add-button.tsx'
import { type AlertDraft, bodyOf, emptyAlert, thresholds } from './alert-draft.ts'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

export function NewAlert({ org }: { org: string }) {
  const create = useCreateAlertRule(org)
  return (
    <AddButton
      label={texts.add}
      done={texts.added}
      empty={emptyAlert}
      act={(draft) => create.mutateAsync(bodyOf(draft))}
    >
      {({ draft, set, failure }) => (
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
            onChange={(event) => {
              const kind = event.currentTarget.value as AlertDraft['kind']
              set({ kind, threshold: thresholds[kind].start })
            }}
          />
          {draft.kind === 'update' ? null : (
            <NumberInput
              label={texts.thresholds[draft.kind]}
              required
              min={1}
              max={thresholds[draft.kind].most}
              allowDecimal={false}
              value={draft.threshold}
              error={problemAt(failure, '/threshold')}
              onChange={(value) => set({ threshold: Number(value) })}
            />
          )}
          <NativeSelect
            label={texts.target}
            data={optionsOf(texts.targets)}
            value={draft.target}
            onChange={(event) => set({ target: event.currentTarget.value as AlertDraft['target'] })}
          />
          <TextInput
            label={texts.address}
            description={texts.addressHint[draft.target]}
            required
            maxLength={2000}
            value={draft.address}
            error={problemAt(failure, '/address')}
            onChange={(event) => set({ address: event.currentTarget.value })}
          />
          {draft.target === 'webhook' ? (
            <PasswordInput
              label={texts.secret}
              description={texts.secretHint}
              required
              minLength={16}
              maxLength={200}
              autoComplete="off"
              value={draft.secret}
              error={problemAt(failure, '/secret')}
              onChange={(event) => set({ secret: event.currentTarget.value })}
            />
          ) : null}
          <Group grow align="flex-end">
            <TextInput
              type="time"
              label={texts.quietFrom}
              required={draft.to !== ''}
              value={draft.from}
              onChange={(event) => set({ from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label={texts.quietTo}
              required={draft.from !== ''}
              value={draft.to}
              onChange={(event) => set({ to: event.currentTarget.value })}
            />
          </Group>
          <Text size="xs" c="dimmed" mt={-8}>
            {texts.quietHint}
          </Text>
        </>
      )}
    </AddButton>
  )
}
