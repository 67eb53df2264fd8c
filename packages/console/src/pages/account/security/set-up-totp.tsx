import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useBeginTotp, useConfirmTotp } from '../../../queries/session/factors.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { DialogButtons } from '../../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { QrCode } from '../../../ui/text/qr-code.tsx'

const texts = signInTexts.security

/** Sets up an authenticator app: scan, then show with a first code that it works. */
export function SetUpTotp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [opened, dialog] = useDisclosure(false)
  const [code, setCode] = useState('')
  const begin = useBeginTotp()
  const confirm = useConfirmTotp()
  const open = () => {
    setCode('')
    confirm.reset()
    begin.mutate(undefined, { onSuccess: dialog.open })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(code.replace(/\s/g, ''), {
      onSuccess: ({ recoveryCodes }) => {
        dialog.close()
        begin.reset()
        onCodes(recoveryCodes)
      },
    })
  }
  return (
    <>
      <Stack gap="xs" align="flex-end">
        <Button loading={begin.isPending} onClick={open}>
          {texts.setUp}
        </Button>
        <FailureNote failure={begin.error} />
      </Stack>
      <Modal opened={opened} onClose={dialog.close} title={texts.totp} centered>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm">{texts.scan}</Text>
            {begin.data ? <QrCode value={begin.data.uri} label={texts.qr} /> : null}
            <Text size="sm">{texts.orType}</Text>
            <CopyLine value={begin.data?.secret ?? ''} label={texts.secret} />
            <FailureNote failure={confirm.error} />
            <TextInput
              label={signInTexts.factor.code}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              withAsterisk={false}
              data-autofocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <DialogButtons label={texts.confirm} loading={confirm.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
