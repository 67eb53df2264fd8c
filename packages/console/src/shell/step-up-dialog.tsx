import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FactorForm, type FactorKind } from '../forms/factor-form.tsx'
import type { Needed } from '../queries/client/step-up.ts'
import { factorsQuery } from '../queries/session/factors.ts'
import { useStepUp } from '../queries/session/step-up.ts'
import { common } from '../texts/common.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { FailureNote } from '../ui/feedback/failure.tsx'

const texts = signInTexts.stepUp

interface Props {
  /** Undefined while nothing is asked for. */
  needs: Needed | undefined
  onEnd: (proved: boolean) => void
}

/** Something that matters was asked for: asks for the factor again, on top of the page, and lets the request go on. */
export function StepUpDialog({ needs, onEnd }: Props) {
  return (
    <Modal
      opened={needs !== undefined}
      onClose={() => onEnd(false)}
      title={texts.title}
      centered
      zIndex={900}
      // Escape would close the dialog beneath as well, and with it what was typed there.
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': common.cancel }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {texts.lead}
      </Text>
      {needs === 'password' ? <PasswordAgain onDone={() => onEnd(true)} /> : null}
      {needs === 'factor' ? <FactorAgain onDone={() => onEnd(true)} /> : null}
    </Modal>
  )
}

function FactorAgain({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(factorsQuery)
  const stepUp = useStepUp()
  const kinds: FactorKind[] = [
    ...(data === undefined || data.totp ? (['totp'] as const) : []),
    ...(data !== undefined && data.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(data !== undefined && data.recoveryCodes > 0 ? (['recovery-code'] as const) : []),
  ]
  return (
    <FactorForm
      kinds={kinds}
      failure={stepUp.error}
      busy={stepUp.isPending}
      submit={texts.submit}
      onGiven={(given) => stepUp.mutate(given, { onSuccess: onDone })}
    />
  )
}

function PasswordAgain({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const stepUp = useStepUp()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    stepUp.mutate({ password }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FailureNote failure={stepUp.error} />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={stepUp.isPending}>
            {texts.submit}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
