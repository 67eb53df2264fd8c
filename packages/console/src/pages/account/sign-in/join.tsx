import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { SignInForm } from '../../../forms/sign-in-form.tsx'
import { problemAt } from '../../../lib/problem-at.ts'
import { invitationQuery } from '../../../queries/session/invitation.ts'
import { meQuery } from '../../../queries/session/session.ts'
import { useJoin, useSignOut } from '../../../queries/session/sign-in.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Waiting } from '../../../ui/feedback/waiting.tsx'
import { BrokenLink } from './broken-link.tsx'
import { PublicPage } from './public-page.tsx'

const texts = signInTexts.join

/** Accepting an invitation: as the person signed in, or with a new account. The token never leaves the fragment. */
export function JoinPage() {
  const token = useLocation({ select: (location) => location.hash })
  const { data: me, isPending } = useQuery(meQuery)
  const { data: invitation, error } = useQuery(invitationQuery(token))
  if (error || token === '') {
    return (
      <PublicPage title={texts.title} lead={texts.broken}>
        <BrokenLink failure={error} />
      </PublicPage>
    )
  }
  if (!invitation || isPending) {
    return (
      <PublicPage title={texts.title} lead={texts.reading}>
        <Waiting />
      </PublicPage>
    )
  }
  const { organization, invitedBy, role, email } = invitation
  const lead = texts.lead(invitedBy ?? texts.somebody, organization.title, organizationTexts.roles[role])
  const mine = me?.person.email.toLowerCase() === email.toLowerCase()
  return (
    <PublicPage title={texts.of(organization.title)} lead={lead}>
      {me && !mine ? (
        <OtherAccount invited={email} mine={me.person.email} />
      ) : (
        <Accept token={token} email={email} account={!me} />
      )}
      {me ? null : <Known />}
    </PublicPage>
  )
}

/** An invitation is for one address: with another account there is nothing to accept. */
function OtherAccount({ invited, mine }: { invited: string; mine: string }) {
  const signOut = useSignOut()
  const client = useQueryClient()
  const leave = () => signOut.mutate(undefined, { onSuccess: () => client.setQueryData(meQuery.queryKey, null) })
  return (
    <Stack gap="md">
      <Alert color="clay" role="alert">
        {texts.other(invited, mine)}
      </Alert>
      <Group>
        <Button loading={signOut.isPending} onClick={leave}>
          {texts.signOut}
        </Button>
        <LinkButton variant="default" to="/">
          {texts.stay}
        </LinkButton>
      </Group>
    </Stack>
  )
}

/** The invited person may have an account already: signing in here keeps the invitation. */
function Known() {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Anchor component="button" type="button" size="sm" mt="sm" py={4} onClick={() => setOpen(true)}>
        {texts.known}
      </Anchor>
    )
  }
  return (
    <Stack gap="md" mt="xl">
      <Title order={2}>{signInTexts.signIn.title}</Title>
      <SignInForm returnTo={undefined} onDone={() => void client.invalidateQueries({ queryKey: meQuery.queryKey })} />
    </Stack>
  )
}

function Accept({ token, email, account }: { token: string; email: string; account: boolean }) {
  const client = useQueryClient()
  const router = useRouter()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const join = useJoin()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const enter = () => {
      client.clear()
      router.history.push('/')
    }
    join.mutate(account ? { token, account: { email, name, password } } : { token }, { onSuccess: enter })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FailureNote failure={join.error} />
        <TextInput
          label={signInTexts.signIn.email}
          description={texts.emailHint}
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        {account ? (
          <>
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
        ) : null}
        <Button type="submit" loading={join.isPending} size="md">
          {texts.submit}
        </Button>
      </Stack>
    </form>
  )
}
