import { Alert, Group, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconSparkles } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../queries/api.ts'
import { type Installation, installationQuery } from '../queries/installations.ts'
import { manage } from '../texts/manage.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { LinkButton } from './link-button.tsx'

const texts = manage.installation

/** A release the customer may take but does not get by itself, and why. */
export function Offer({
  installation,
  offer,
}: {
  installation: Installation
  offer: NonNullable<Installation['offer']>
}) {
  const client = useQueryClient()
  const upgrade = () =>
    api
      .upgradeInstallation({ params: { id: installation.id }, body: { releaseId: offer.releaseId } })
      .then((next) => client.setQueryData(installationQuery(installation.id).queryKey, next))
  return (
    <Alert color="pine" icon={<IconSparkles size={18} />} title={texts.offer(offer.version)}>
      <Stack gap="sm">
        <Text size="sm">{texts.offerReasons[offer.reason]}</Text>
        {offer.asks.length > 0 ? (
          <List size="sm">
            {offer.asks.map((ask) => (
              <List.Item key={ask}>{ask}</List.Item>
            ))}
          </List>
        ) : null}
        {offer.problems.map((problem) => (
          <Text key={problem.pointer + problem.rule} size="sm">
            {problem.message}
          </Text>
        ))}
        <Group>
          {offer.problems.length > 0 ? (
            <LinkButton
              size="xs"
              to="/manage/installations/$installationId/configuration"
              params={{ installationId: installation.id }}
              search={{ release: offer.releaseId }}
            >
              {texts.configureFirst}
            </LinkButton>
          ) : (
            <ConfirmButton
              size="xs"
              variant="filled"
              label={texts.upgrade(offer.version)}
              text={texts.upgradeText}
              act={upgrade}
            />
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
