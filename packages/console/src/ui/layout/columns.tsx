import type { ReactNode } from 'react'
import styles from './columns.module.css'

/** A wide column for the matter and a narrow one beside it; below each other on small screens. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
