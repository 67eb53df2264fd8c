import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { GivenFactor } from '../queries/session/step-up.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { FailureNote } from '../ui/feedback/failure.tsx'

export type FactorKind = 'totp' | 'passkey' | 'recovery-code'

interface Props {
  kinds: readonly FactorKind[]
  failure: Error | null
  busy: boolean
  submit: string
  onGiven: (given: GivenFactor) => void
}

const texts = signInTexts.factor

/** Asks for a second factor: a code, a passkey, or a recovery code where both are lost. */
export function FactorForm({ kinds, failure, busy, submit, onGiven }: Props) {
  const withCode = kinds.includes('totp')
  const [recovering, setRecovering] = useState(false)
  const [typed, setTyped] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onGiven(recovering ? { recoveryCode: typed } : { code: typed.replace(/\s/g, '') })
  }
  const turn = () => {
    setTyped('')
    setRecovering(!recovering)
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <FailureNote failure={failure} />
        {recovering || withCode ? (
          <TextInput
            key={recovering ? 'recovery' : 'code'}
            label={recovering ? texts.recoveryCode : texts.code}
            description={recovering ? texts.recoveryHint : texts.codeHint}
            autoComplete="one-time-code"
            inputMode={recovering ? 'text' : 'numeric'}
            required
            withAsterisk={false}
            autoFocus
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : (
          <Text size="sm">{texts.passkeyOnly}</Text>
        )}
        <Group gap="sm">
          {recovering || withCode ? (
            <Button type="submit" loading={busy}>
              {submit}
            </Button>
          ) : null}
          {kinds.includes('passkey') ? (
            <Button
              variant={withCode || recovering ? 'default' : 'filled'}
              loading={busy}
              leftSection={<IconFingerprint size={17} />}
              onClick={() => onGiven('passkey')}
            >
              {texts.usePasskey}
            </Button>
          ) : null}
        </Group>
        {kinds.includes('recovery-code') ? (
          <Anchor component="button" type="button" size="sm" onClick={turn}>
            {recovering ? texts.back : texts.lost}
          </Anchor>
        ) : null}
      </Stack>
    </form>
  )
}
