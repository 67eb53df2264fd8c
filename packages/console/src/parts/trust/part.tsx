import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './trust-panel.module.css'

/** One question that the panel answers. */
export function Part({
  title,
  mark,
  wide,
  children,
}: {
  title: string
  mark?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? `${styles.part} ${styles.wide}` : styles.part}>
      <div className={styles.head}>
        <Text component="h3" fw={600} size="sm">
          {title}
        </Text>
        {mark}
      </div>
      {children}
    </div>
  )
}
