import { Alert, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../queries/api.ts'
import { manage } from '../../../texts/manage.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'

const texts = manage.installation

/** The two ways to make what others hold worthless: a new caller secret, new keys. */
export function CallerSecret({ installationId }: { installationId: string }) {
  const [secret, setSecret] = useState<string>()
  const params = { id: installationId }
  return (
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
        <ConfirmButton
          size="xs"
          label={texts.rotate}
          text={texts.rotateText}
          act={() => api.rotateCallerSecret({ params }).then(({ callerSecret }) => setSecret(callerSecret))}
        />
        <ConfirmButton
          size="xs"
          label={texts.revokeKeys}
          text={texts.revokeKeysText}
          done={texts.revoked}
          act={() => api.revokeKeys({ params })}
        />
      </Group>
    </Stack>
  )
}
