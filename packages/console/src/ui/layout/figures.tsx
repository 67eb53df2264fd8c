import type { ReactNode } from 'react'
import styles from './figures.module.css'

export interface Figure {
  name: string
  value: ReactNode
  /** It is beyond what is well. */
  bad?: boolean
}

/** A few figures side by side, each in a card with its name. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, bad }) => (
        <div key={name} className={styles.figure} data-bad={bad || undefined}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
