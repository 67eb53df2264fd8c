import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import { useAddSigningKey } from '../../queries/accounts/signing-keys.ts'
import { trust } from '../../texts/trust.ts'
import { DialogButtons } from '../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { tellDone } from '../../ui/feedback/tell-done.tsx'

const texts = trust.keys
const empty = { name: '', publicKey: '' }

export function NewSigningKey({ org }: { org: string }) {
  const [opened, dialog] = useDisclosure(false)
  const [draft, setDraft] = useState(empty)
  const add = useAddSigningKey(org)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(draft, {
      onSuccess: () => {
        dialog.close()
        setDraft(empty)
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
            <FailureNote failure={add.error} atFields />
            <TextInput
              label={texts.name}
              required
              maxLength={80}
              data-autofocus
              value={draft.name}
              error={problemAt(add.error, '/name')}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <Textarea
              label={texts.publicKey}
              description={texts.publicKeyHint}
              placeholder="-----BEGIN PUBLIC KEY-----"
              required
              autosize
              minRows={5}
              maxRows={14}
              spellCheck={false}
              ff="monospace"
              value={draft.publicKey}
              error={problemAt(add.error, '/publicKey')}
              onChange={(event) => setDraft({ ...draft, publicKey: event.currentTarget.value })}
            />
            <DialogButtons label={texts.add} loading={add.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
