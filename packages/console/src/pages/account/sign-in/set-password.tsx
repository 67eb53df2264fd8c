import { Button, PasswordInput, Stack } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../../lib/problem-at.ts'
import { useCompletePasswordReset } from '../../../queries/session/sign-in.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { BrokenLink } from './broken-link.tsx'
import { PublicPage } from './public-page.tsx'

const texts = signInTexts.setPassword

/** Setting a new password with a one-time link. The token never leaves the fragment. */
export function SetPasswordPage() {
  const token = useLocation({ select: (location) => location.hash })
  const router = useRouter()
  const [password, setPassword] = useState('')
  const set = useCompletePasswordReset()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(
      { token, password },
      {
        onSuccess: () => {
          tellDone(texts.done)
          router.history.push('/sign-in')
        },
      },
    )
  }
  if (token === '')
    return (
      <PublicPage title={texts.title} lead={texts.broken}>
        <BrokenLink failure={null} />
      </PublicPage>
    )
  return (
    <PublicPage title={texts.title} lead={texts.lead}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FailureNote failure={set.error} />
          <PasswordInput
            label={texts.password}
            description={signInTexts.join.passwordHint}
            autoComplete="new-password"
            value={password}
            error={problemAt(set.error, '/password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={set.isPending} size="md">
            {texts.submit}
          </Button>
        </Stack>
      </form>
    </PublicPage>
  )
}
