import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'

export const { show, hide, clean } = notifications

/** Where notes appear. */
export function NotesHost() {
  return <Notifications position="bottom-right" />
}
