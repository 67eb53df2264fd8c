import type { ReactNode } from 'react'
import styles from './plain-list.module.css'

/** List items below each other, without bullets. */
export function PlainList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}
