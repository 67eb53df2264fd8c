import { Button, Group, Modal, NativeSelect, NumberInput, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import { useCreateAlertRule } from '../../queries/accounts/alerts.ts'
import { alerts as texts } from '../../texts/alerts.ts'
import { DialogButtons } from '../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { tellDone } from '../../ui/feedback/tell-done.tsx'
import { type AlertDraft, bodyOf, emptyAlert, thresholds } from './alert-draft.ts'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

export function NewAlert({ org }: { org: string }) {
  const [opened, dialog] = useDisclosure(false)
  const [draft, setDraft] = useState(emptyAlert)
  const create = useCreateAlertRule(org)
  const set = (change: Partial<AlertDraft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(bodyOf(draft), {
      onSuccess: () => {
        dialog.close()
        setDraft(emptyAlert)
        tellDone(texts.added)
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
                error={problemAt(create.error, '/threshold')}
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
            <DialogButtons label={texts.add} loading={create.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
