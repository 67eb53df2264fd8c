import { ActionIcon, Indicator, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Indicator.css'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from '../queries/notifications.ts'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'
import { Time } from './time.tsx'

/** What needs this person: a small list behind a bell. */
export function NotificationBell({ compact = false }: { compact?: boolean }) {
  const { data } = useQuery(notificationsQuery)
  const items = data?.items ?? []
  const unread = items.filter((item) => !item.readAt).length
  const bell = (
    <Indicator disabled={unread === 0} color="clay.4" size={9} offset={3}>
      <IconBell size={19} stroke={1.7} />
    </Indicator>
  )
  const label = unread > 0 ? `${shell.notifications} (${unread})` : shell.notifications
  return (
    <Popover width={340} position={compact ? 'bottom-end' : 'right-end'} trapFocus withArrow>
      <Popover.Target>
        {compact ? (
          <ActionIcon variant="transparent" c="white" size="lg" aria-label={label}>
            {bell}
          </ActionIcon>
        ) : (
          <button type="button" className={styles.link}>
            {bell} {label}
          </button>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600} mb="xs">
          {shell.notifications}
        </Text>
        {items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {shell.noNotifications}
          </Text>
        ) : (
          <ScrollArea.Autosize mah={360}>
            <Stack gap="sm">
              {items.map((item) => (
                <div key={item.id}>
                  <Text size="sm" fw={item.readAt ? 400 : 600}>
                    {item.title}
                  </Text>
                  <Text size="xs" c="dimmed">
                    <Time at={item.createdAt} />
                  </Text>
                </div>
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
