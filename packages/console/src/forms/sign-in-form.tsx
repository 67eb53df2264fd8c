import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSignIn } from '../queries/session/sign-in.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { FailureNote } from '../ui/feedback/failure.tsx'

interface Props {
  /** Signing in again: the address is known. */
  knownEmail?: string
  onDone: () => void
}

export function SignInForm({ knownEmail, onDone }: Props) {
  const [email, setEmail] = useState(knownEmail ?? '')
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FailureNote failure={signIn.error} />
        <TextInput
          label={signInTexts.signIn.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          {...(knownEmail ? { readOnly: true } : { 'data-autofocus': true, autoFocus: true })}
        />
        <PasswordInput
          label={signInTexts.signIn.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...(knownEmail ? { 'data-autofocus': true } : {})}
        />
        <Button type="submit" loading={signIn.isPending} size="md" mt="xs">
          {signInTexts.signIn.submit}
        </Button>
      </Stack>
    </form>
  )
}
