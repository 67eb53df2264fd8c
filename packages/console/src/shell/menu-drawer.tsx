import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.css'
import type { ReactNode } from 'react'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The navigation on a narrow window. */
export function MenuDrawer({ opened, onClose, children }: Props) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={260} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={shell.openMenu}>
        <div className={`${styles.sidebar} ${styles.drawer}`}>{children}</div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
