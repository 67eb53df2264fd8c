import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { useGrant } from '../../../queries/session/grant.ts'
import '@mantine/core/styles/List.css'
import { IconSparkles } from '@tabler/icons-react'
import { Granted } from '../../../parts/access/granted.tsx'
import { ReleaseNotes } from '../../../parts/release/release-notes.tsx'
import { type Installation, useUpgradeInstallation } from '../../../queries/installation/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { LinkButton } from '../../../ui/action/link-button.tsx'

const texts = manage.installation

/** A release that is not applied automatically, and why. */
export function Offer({
  installation,
  offer,
}: {
  installation: Installation
  offer: NonNullable<Installation['offer']>
}) {
  const upgrade = useUpgradeInstallation(installation.id)
  const upgrading = useGrant('upgradeInstallation', installation)
  return (
    <Alert color="pine" icon={<IconSparkles size={18} />} title={texts.offer(offer.version)}>
      <Stack gap="sm">
        <Text size="sm">{texts.offerReasons[offer.reason]}</Text>
        <ReleaseNotes html={offer.notesHtml} />
        <Lines title={texts.offerAsks} lines={offer.asks} />
        <Lines title={texts.offerProblems} lines={offer.problems.map((problem) => problem.message)} />
        <Group>
          <Granted grant={upgrading} label={texts.upgrade(offer.version)} size="xs">
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
                act={() => upgrade.mutateAsync(offer.releaseId)}
              />
            )}
          </Granted>
        </Group>
      </Stack>
    </Alert>
  )
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>
        {title}
      </Text>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}
