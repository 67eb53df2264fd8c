import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../../queries/session/current-organization.ts'
import { factorsQuery, useCreateRecoveryCodes, useRemoveTotp } from '../../../queries/session/factors.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTotp } from './set-up-totp.tsx'

const texts = signInTexts.security

/** A person's second factors: authenticator app, passkeys, recovery codes. */
export function Security() {
  const { data: factors } = useSuspenseQuery(factorsQuery)
  const { withheld } = useMe()
  const [codes, setCodes] = useState<string[]>([])
  const removeTotp = useRemoveTotp()
  const newCodes = useCreateRecoveryCodes()
  const hasFactor = factors.totp || factors.passkeys.length > 0
  const asking = withheld.organizations.map((one) => one.title)
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="lg">
        {asking.length > 0 || withheld.platformRole ? (
          <Alert color="clay">
            {asking.length > 0
              ? texts.required(asking.join(', '))
              : withheld.platformNeeds === 'sso'
                ? texts.requiredStaffSso
                : texts.requiredStaff}
          </Alert>
        ) : null}
        <Group justify="space-between" align="flex-start">
          <div>
            <Text fw={600}>{texts.totp}</Text>
            <Text size="sm" c="dimmed">
              {factors.totp ? texts.totpSet : texts.totpUnset}
            </Text>
          </div>
          {factors.totp ? (
            <ConfirmButton
              label={texts.remove}
              of={texts.totp}
              color="red"
              text={texts.removeTotp}
              act={() => removeTotp.mutateAsync()}
            />
          ) : (
            <SetUpTotp onCodes={setCodes} />
          )}
        </Group>
        <Passkeys passkeys={factors.passkeys} onCodes={setCodes} />
        {hasFactor ? (
          <Group justify="space-between" align="flex-start">
            <div>
              <Text fw={600}>{texts.recovery}</Text>
              <Text size="sm" c="dimmed">
                {texts.recoveryLeft(factors.recoveryCodes)}
              </Text>
            </div>
            <Button
              variant="default"
              loading={newCodes.isPending}
              onClick={() => newCodes.mutate(undefined, { onSuccess: (made) => setCodes(made.recoveryCodes) })}
            >
              {texts.newCodes}
            </Button>
          </Group>
        ) : null}
      </Stack>
      {codes.length > 0 ? <RecoveryCodes codes={codes} onClose={() => setCodes([])} /> : null}
    </Section>
  )
}
