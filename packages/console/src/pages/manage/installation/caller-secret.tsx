import { Alert, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { type Installation, useRevokeKeys, useRotateCallerSecret } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { manage } from '../../../texts/manage.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'

const texts = manage.installation

/** Makes what others hold worthless: a new caller secret, new keys. */
export function CallerSecret({ installation }: { installation: Installation }) {
  const [secret, setSecret] = useState<string>()
  const rotate = useRotateCallerSecret(installation.id)
  const revoke = useRevokeKeys(installation.id)
  const rotating = useGrant('rotateCallerSecret', installation)
  const revoking = useGrant('revokeKeys', installation)
  if (!rotating.shown && !revoking.shown) return null
  return (
    <Section title={texts.security}>
      <Stack gap="sm">
        {secret ? (
          <>
            <Alert color="clay">{texts.secretOnce}</Alert>
            <CopyLine value={secret} label={texts.callerSecret} />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.rotateText}
          </Text>
        )}
        <Group gap="xs">
          <GrantedConfirm
            grant={rotating}
            size="xs"
            label={texts.rotate}
            text={texts.rotateText}
            act={() => rotate.mutateAsync().then(({ callerSecret }) => setSecret(callerSecret))}
          />
          <GrantedConfirm
            grant={revoking}
            size="xs"
            label={texts.revokeKeys}
            text={texts.revokeKeysText}
            done={texts.revoked}
            act={() => revoke.mutateAsync()}
          />
        </Group>
      </Stack>
    </Section>
  )
}
