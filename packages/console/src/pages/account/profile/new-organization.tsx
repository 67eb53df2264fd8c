import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { nameFromTitle } from '../../../lib/name-from-title.ts'
import { problemAt } from '../../../lib/problem-at.ts'
import { useCreateOrganization } from '../../../queries/accounts/organizations.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { DialogButtons } from '../../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = organizationTexts.account

/** Begins an organization, which the person then owns and works in. */
export function NewOrganization() {
  const [opened, dialog] = useDisclosure(false)
  const [title, setTitle] = useState('')
  const [name, setName] = useState<string>()
  const shown = name ?? nameFromTitle(title)
  const create = useCreateOrganization()
  const open = () => {
    setTitle('')
    setName(undefined)
    create.reset()
    dialog.open()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name: shown, title: title.trim() }, { onSuccess: dialog.close })
  }
  return (
    <>
      <Button size="sm" variant="default" leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.newOrganization}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={texts.newOrganization} centered>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <FailureNote failure={create.error} />
            <TextInput
              label={texts.organizationTitle}
              maxLength={120}
              data-autofocus
              value={title}
              error={problemAt(create.error, '/title')}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <TextInput
              label={texts.organizationName}
              description={texts.organizationNameHint}
              maxLength={63}
              spellCheck={false}
              value={shown}
              error={problemAt(create.error, '/name')}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <DialogButtons
              label={texts.create}
              loading={create.isPending}
              disabled={shown === ''}
              onCancel={dialog.close}
            />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
