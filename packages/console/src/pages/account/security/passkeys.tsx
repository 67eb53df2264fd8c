import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from '../../../queries/session/factors.ts'
import { common } from '../../../texts/common.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { DialogButtons } from '../../../ui/action/dialog-buttons.tsx'
import { RenameButton } from '../../../ui/action/rename-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = signInTexts.security

interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** The passkeys of a person, by the names they gave them. */
export function Passkeys({ passkeys, onCodes }: { passkeys: readonly Passkey[]; onCodes: (codes: string[]) => void }) {
  const remove = useRemovePasskey()
  const rename = useRenamePasskey()
  return (
    <div>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{texts.passkeys}</Text>
          <Text size="sm" c="dimmed">
            {texts.passkeysLead}
          </Text>
        </div>
        <AddPasskey onCodes={onCodes} />
      </Group>
      <Stack gap="xs" mt="sm">
        {passkeys.map(({ id, name, lastUsedAt, createdAt }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text size="sm">{name}</Text>
              <Text size="xs" c="dimmed">
                {lastUsedAt === null ? texts.added : texts.lastUsed} <Time at={lastUsedAt ?? createdAt} />
              </Text>
            </div>
            <Group gap="xs">
              <RenameButton
                label={common.of(texts.rename, name)}
                name={texts.passkeyName}
                value={name}
                pointer="/name"
                act={(next) => rename.mutateAsync({ id, name: next })}
              />
              <ConfirmButton
                label={texts.remove}
                of={name}
                color="red"
                text={texts.removePasskey}
                act={() => remove.mutateAsync(id)}
              />
            </Group>
          </Group>
        ))}
      </Stack>
    </div>
  )
}

function AddPasskey({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [opened, dialog] = useDisclosure(false)
  const [name, setName] = useState('')
  const add = useAddPasskey()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        dialog.close()
        setName('')
        onCodes(recoveryCodes)
      },
    })
  }
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {texts.addPasskey}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={texts.addPasskey} centered>
        <form onSubmit={submit}>
          <Stack gap="md">
            <FailureNote failure={add.error} />
            <TextInput
              label={texts.passkeyName}
              description={texts.passkeyNameHint}
              required
              withAsterisk={false}
              data-autofocus
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <DialogButtons label={texts.goOn} loading={add.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
