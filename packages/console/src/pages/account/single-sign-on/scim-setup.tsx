import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { scimQuery, useCreateScimToken, useDeleteScim } from '../../../queries/identity/scim.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { ssoTexts } from '../../../texts/sso.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ProviderSection } from './provider-section.tsx'

const texts = ssoTexts.scim

/** What has to be entered in the directory of an organization, and how it is going. */
export function ScimSetup({ organization }: { organization: { id: string } }) {
  const { data } = useSuspenseQuery(scimQuery(organization.id))
  const create = useCreateScimToken(organization.id)
  const remove = useDeleteScim(organization.id)
  const creating = useGrant('createScimToken', ownedBy(organization))
  const [token, setToken] = useState<string>()
  const { directory, url, users, groups } = data
  const renew = async () => setToken((await create.mutateAsync()).token)
  return (
    <ProviderSection
      organization={organization}
      texts={texts}
      endedBy="deleteScim"
      connected={directory !== null}
      end={() => remove.mutateAsync()}
    >
      <Stack gap="md" maw={640}>
        <div>
          <Text size="sm" fw={600} mb={4}>
            {texts.url}
          </Text>
          <CopyLine value={url} label={texts.url} />
        </div>
        {directory ? (
          <Text size="sm" c="dimmed">
            {texts.used}: {directory.lastUsedAt ? <Time at={directory.lastUsedAt} /> : texts.never} ·{' '}
            {texts.counts(users, groups)}
          </Text>
        ) : null}
        {directory ? (
          <Group>
            <GrantedConfirm grant={creating} label={texts.renew} text={texts.renewText} act={renew} />
          </Group>
        ) : (
          <>
            <FailureNote failure={create.error} />
            <Group>
              <Granted grant={creating} label={texts.create}>
                <Button
                  loading={create.isPending}
                  onClick={() => create.mutate(undefined, { onSuccess: (made) => setToken(made.token) })}
                >
                  {texts.create}
                </Button>
              </Granted>
            </Group>
          </>
        )}
      </Stack>
      <Modal
        opened={token !== undefined}
        onClose={() => setToken(undefined)}
        title={texts.token}
        closeOnClickOutside={false}
        centered
        size="lg"
      >
        <Stack gap="md">
          <Alert color="clay">{texts.shownOnce}</Alert>
          <CopyLine value={token ?? ''} label={texts.token} />
          <Group justify="flex-end">
            <Button onClick={() => setToken(undefined)}>{texts.done}</Button>
          </Group>
        </Stack>
      </Modal>
    </ProviderSection>
  )
}
