import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../../lib/problem-at.ts'
import { useCreateApiKey } from '../../../queries/accounts/api-keys.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { DialogButtons } from '../../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import type { ShownKey } from './shown-api-key.tsx'

const texts = organizationTexts.keys
type Scope = 'publish' | 'manage'

export function NewApiKey({ org, onCreated }: { org: string; onCreated: (key: ShownKey) => void }) {
  const [opened, dialog] = useDisclosure(false)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['publish'])
  const create = useCreateApiKey(org)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { name, scopes },
      {
        onSuccess: (key) => {
          dialog.close()
          setName('')
          onCreated(key)
        },
      },
    )
  }
  return (
    <>
      <Button leftSection={<IconPlus size={17} />} onClick={dialog.open}>
        {texts.create}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={texts.create} centered>
        <form onSubmit={submit}>
          <Stack gap="md">
            <FailureNote failure={create.error} atFields />
            <TextInput
              label={texts.name}
              description={texts.nameHint}
              placeholder={texts.namePlaceholder}
              required
              data-autofocus
              value={name}
              error={problemAt(create.error, '/name')}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox.Group label={texts.scopes} value={scopes} onChange={(next) => setScopes(next as Scope[])}>
              <Stack gap="xs" mt="xs">
                <Checkbox value="publish" label={texts.publish} />
                <Checkbox value="manage" label={texts.manage} />
              </Stack>
            </Checkbox.Group>
            <DialogButtons
              label={texts.create}
              loading={create.isPending}
              disabled={scopes.length === 0}
              onCancel={dialog.close}
            />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
