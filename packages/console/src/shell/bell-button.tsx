import { ActionIcon, Indicator } from '@mantine/core'
import '@mantine/core/styles/Indicator.css'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentPropsWithRef } from 'react'
import { notificationsQuery } from '../queries/platform/notifications.ts'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'

interface Props extends Pick<ComponentPropsWithRef<'button'>, 'ref' | 'onClick' | 'aria-haspopup' | 'className'> {
  compact: boolean
}

/** The bell, with the number of notifications that were not read yet. A popover adds what it needs, a class of its own too. */
export function BellButton({ compact, className = '', ...props }: Props) {
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  const label = unread > 0 ? `${shell.notifications} (${unread})` : shell.notifications
  const bell = (
    <Indicator disabled={unread === 0} color="clay.4" size={9} offset={3}>
      <IconBell size={19} stroke={1.7} />
    </Indicator>
  )
  return compact ? (
    <ActionIcon variant="transparent" c="white" size="lg" aria-label={label} className={className} {...props}>
      {bell}
    </ActionIcon>
  ) : (
    <button type="button" className={`${styles.link} ${className}`} {...props}>
      {bell} {label}
    </button>
  )
}
