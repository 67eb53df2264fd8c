import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** A quiet fact about a thing: its variant, its version. */
export function Tag({ children, mono }: { children: ReactNode; mono?: boolean }) {
  return (
    <span className={styles.tag} data-mono={mono || undefined}>
      {children}
    </span>
  )
}
