import { Button, Group, Modal, NativeSelect, NumberInput, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import { type NewAlertRule, useCreateAlertRule } from '../../queries/alerts.ts'
import { alerts as texts } from '../../texts/alerts.ts'
import { DialogButtons } from '../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'

interface Draft {
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
const thresholds: Record<Draft['kind'], { start: number; most: number }> = {
  failing: { start: 5, most: 1_440 },
  dead_letters: { start: 1, most: 10_000 },
  slow: { start: 1_000, most: 30_000 },
  credential: { start: 90, most: 3_650 },
  update: { start: 1, most: 1 },
}
const empty: Draft = {
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
const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

function bodyOf({ from, to, secret, ...draft }: Draft): NewAlertRule {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return {
    ...draft,
    ...(draft.target === 'webhook' ? { secret } : {}),
    ...(from !== '' && to !== '' ? { quietHours: { from, to, timeZone } } : {}),
  }
}

export function NewAlert({ org }: { org: string }) {
  const [opened, dialog] = useDisclosure(false)
  const [draft, setDraft] = useState(empty)
  const create = useCreateAlertRule(org)
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(bodyOf(draft), {
      onSuccess: () => {
        dialog.close()
        setDraft(empty)
        notifications.show({ message: texts.added, color: 'pine' })
      },
    })
  }
  return (
    <>
      <Button leftSection={<IconPlus size={17} />} onClick={dialog.open}>
        {texts.add}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={texts.add} size="lg" centered>
        <form onSubmit={submit}>
          <Stack gap="md">
            <FailureNote failure={create.error} atFields />
            <TextInput
              label={texts.name}
              required
              maxLength={120}
              data-autofocus
              value={draft.name}
              error={problemAt(create.error, '/name')}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <NativeSelect
              label={texts.when}
              data={optionsOf(texts.kinds)}
              value={draft.kind}
              onChange={(event) => {
                const kind = event.currentTarget.value as Draft['kind']
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
                error={problemAt(create.error, '/threshold')}
                onChange={(value) => set({ threshold: Number(value) })}
              />
            )}
            <NativeSelect
              label={texts.target}
              data={optionsOf(texts.targets)}
              value={draft.target}
              onChange={(event) => set({ target: event.currentTarget.value as Draft['target'] })}
            />
            <TextInput
              label={texts.address}
              description={texts.addressHint[draft.target]}
              required
              maxLength={2000}
              value={draft.address}
              error={problemAt(create.error, '/address')}
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
                error={problemAt(create.error, '/secret')}
                onChange={(event) => set({ secret: event.currentTarget.value })}
              />
            ) : null}
            <Group grow align="flex-end">
              <TextInput
                type="time"
                label={texts.quietFrom}
                description={texts.quietHint}
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
            <DialogButtons label={texts.add} loading={create.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
