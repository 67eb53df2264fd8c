import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import { meQuery } from '../../queries/session/session.ts'
import { useJoin } from '../../queries/session/sign-in.ts'
import { signInTexts } from '../../texts/sign-in.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { PublicPage } from './public-page.tsx'

const texts = signInTexts.join

/** Accepting an invitation: as the person signed in, or with a new account. The token never leaves the fragment. */
export function JoinPage() {
  const token = useLocation({ select: (location) => location.hash })
  const client = useQueryClient()
  const router = useRouter()
  const { data: me, isPending } = useQuery(meQuery)
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const join = useJoin()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const enter = () => {
      client.clear()
      router.history.push('/browse')
    }
    join.mutate(me ? { token } : { token, account: { email, name, password } }, { onSuccess: enter })
  }
  return (
    <PublicPage title={texts.title} lead={me ? texts.asYou(me.person.email) : texts.lead}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FailureNote failure={join.error} />
          {me || isPending ? null : (
            <>
              <TextInput
                label={signInTexts.signIn.email}
                type="email"
                autoComplete="username"
                value={email}
                error={problemAt(join.error, '/email')}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <TextInput
                label={texts.name}
                autoComplete="name"
                value={name}
                error={problemAt(join.error, '/name')}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <PasswordInput
                label={signInTexts.signIn.password}
                description={texts.passwordHint}
                autoComplete="new-password"
                value={password}
                error={problemAt(join.error, '/password')}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </>
          )}
          <Button type="submit" loading={join.isPending} size="md">
            {texts.submit}
          </Button>
        </Stack>
      </form>
    </PublicPage>
  )
}
