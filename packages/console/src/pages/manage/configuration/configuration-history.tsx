import { Group, Stack, Text } from '@mantine/core'
import { settingText } from '../../../forms/setting-text.ts'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { revisionsQuery, useRestoreConfiguration } from '../../../queries/installation/configurations.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useTitles } from '../../../queries/installation/use-titles.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import styles from '../../../ui/list/entries.module.css'
import { MoreButton } from '../../../ui/list/more-button.tsx'
import { RowButtons } from '../../../ui/list/row-buttons.tsx'
import type { Sorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = manage.configuration

interface Props {
  installation: Installation
  q: string | undefined
  sorting: Sorting
}

/** Every revision: who and when; of a secret only what happened to it. */
export function ConfigurationHistory({ installation, q, sorting }: Props) {
  const installationId = installation.id
  const { titleOf, settingOf } = useTitles(installationId)
  const { items, more } = usePaged(revisionsQuery(installationId, q), sorting)
  const restore = useRestoreConfiguration(installationId)
  const restoring = useGrant('restoreConfiguration', installation)
  if (items.length === 0) return <Text c="dimmed">{common.noMatch}</Text>
  return (
    <Stack gap={0}>
      {items.map((item) => (
        <div key={item.revision} className={styles.entry}>
          <div className={styles.when}>
            <Time at={item.createdAt} />
          </div>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Group gap={8}>
                <Text fw={600} size="sm">
                  {item.revision}
                </Text>
                {item.current ? <Tag>{texts.current}</Tag> : null}
                {item.release ? <Tag mono>{item.release.version}</Tag> : null}
                {item.restoredFrom === null ? null : <Tag>{texts.restoredFrom(item.restoredFrom)}</Tag>}
              </Group>
              <Text size="sm" c="dimmed">
                {texts.by} {item.createdBy}
              </Text>
              {Object.entries(item.marks).map(([name, mark]) => (
                <div key={name} className={styles.details}>
                  {titleOf(name)}: {texts.marks[mark] ?? mark}
                </div>
              ))}
              {Object.entries(item.settings).map(([name, value]) => (
                <div key={name} className={styles.details}>
                  {titleOf(name)}: {settingText(settingOf(name), value)}
                </div>
              ))}
            </div>
            <RowButtons>
              <LinkButton
                size="compact-sm"
                variant="subtle"
                aria-label={texts.compareRevision(item.revision)}
                to="/manage/installations/$installationId/configuration/compare"
                params={{ installationId }}
                search={{ revision: item.revision }}
              >
                {texts.compare}
              </LinkButton>
              {item.current ? null : (
                <RowConfirm
                  grant={restoring}
                  label={texts.restore}
                  of={manage.installation.revision(item.revision)}
                  text={texts.restoreText}
                  act={() => restore.mutateAsync(item.revision)}
                />
              )}
            </RowButtons>
          </Group>
        </div>
      ))}
      <MoreButton more={more} />
    </Stack>
  )
}
