import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRequestPasswordReset } from '../../../queries/session/sign-in.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = signInTexts.forgotten

/** Asks for a link to set a new password. Whether the address is known is told to nobody. */
export function ForgottenPassword() {
  const [opened, setOpened] = useState(false)
  const [email, setEmail] = useState('')
  const ask = useRequestPasswordReset()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(email)
  }
  if (!opened) {
    return (
      <Anchor component="button" type="button" size="sm" mt="sm" py={4} onClick={() => setOpened(true)}>
        {texts.ask}
      </Anchor>
    )
  }
  if (ask.data) {
    return (
      <Alert color="clay" mt="md" role="status">
        {ask.data.mailed ? texts.mailed : texts.noMail}
      </Alert>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" mt="lg">
        <FailureNote failure={ask.error} />
        <TextInput
          label={texts.email}
          type="email"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={ask.isPending}>
          {texts.send}
        </Button>
      </Stack>
    </form>
  )
}
