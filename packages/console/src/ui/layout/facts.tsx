import { Fragment, type ReactNode } from 'react'
import styles from './surface.module.css'

export interface Fact {
  name: string
  value: ReactNode
}

/** Names and values below each other; rows without a value are left out. */
export function Facts({ rows }: { rows: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {rows
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}
