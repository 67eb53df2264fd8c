import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../../lib/problem-at.ts'
import { useChangePassword } from '../../../queries/session/account.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'

const texts = organizationTexts.account

export function PasswordForm() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useChangePassword()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          setCurrent('')
          setNew('')
          tellDone(texts.changed)
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={380}>
        <FailureNote failure={change.error} />
        <PasswordInput
          label={texts.current}
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.next}
          description={texts.nextHint}
          autoComplete="new-password"
          value={newPassword}
          error={problemAt(change.error, '/newPassword')}
          onChange={(event) => setNew(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={change.isPending}>
            {texts.change}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
