import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useSignIn } from '../queries/session/sign-in.ts'
import { useCompleteSignIn, useSignInWithPasskey, useStartSso } from '../queries/session/step-up.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { FailureNote } from '../ui/feedback/failure.tsx'
import { FactorForm } from './factor-form.tsx'

interface Props {
  /** Signing in again: the address is known. */
  knownEmail?: string
  /** Where a provider sends the browser back to in the end. */
  returnTo?: string | undefined
  onDone: () => void
}

export function SignInForm({ knownEmail, returnTo, onDone }: Props) {
  const [email, setEmail] = useState(knownEmail ?? '')
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const second = useCompleteSignIn()
  const withPasskey = useSignInWithPasskey()
  const sso = useStartSso()
  const address = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState(false)
  const isAddress = email.includes('@')
  /** The address leads to the provider, so it is asked for first. */
  const goToProvider = () => {
    setAsked(true)
    if (isAddress) sso.mutate({ email, returnTo })
    else address.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password }, { onSuccess: ({ secondFactor }) => secondFactor ?? onDone() })
  }
  const first = signIn.data
  if (first?.secondFactor)
    return (
      <FactorForm
        kinds={first.secondFactor}
        failure={second.error}
        busy={second.isPending}
        submit={signInTexts.signIn.submit}
        onGiven={(given) => second.mutate({ token: first.token, given }, { onSuccess: onDone })}
      />
    )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FailureNote failure={signIn.error ?? withPasskey.error ?? sso.error} />
        <TextInput
          ref={address}
          label={signInTexts.signIn.email}
          error={asked && !isAddress ? signInTexts.sso.emailFirst : null}
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
        <Button
          variant="default"
          size="md"
          loading={withPasskey.isPending}
          leftSection={<IconFingerprint size={18} />}
          onClick={() => withPasskey.mutate(undefined, { onSuccess: onDone })}
        >
          {signInTexts.factor.usePasskey}
        </Button>
        <Button variant="default" size="md" loading={sso.isPending} onClick={goToProvider}>
          {signInTexts.sso.use}
        </Button>
      </Stack>
    </form>
  )
}
