import type { CSSProperties } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { trials as texts } from '../../texts/trials.ts'
import styles from './bands.module.css'

interface Band {
  name: string
  calls: number
}

/** How long a bar is, of the room there is: upwards on a desk, sideways on a telephone. */
const shareOf = (share: number) => ({ '--share': `${share}` }) as CSSProperties

/** How many calls changed by how much: nine bars with their numbers. */
export function Bands({ bands }: { bands: readonly Band[] }) {
  const most = Math.max(1, ...bands.map(({ calls }) => calls))
  const middle = Math.floor(bands.length / 2)
  return (
    <ul className={styles.bands} aria-label={texts.bands}>
      {bands.map(({ name, calls }, index) => (
        <li key={name} className={`${styles.band} ${index > middle ? styles.up : index < middle ? styles.down : ''}`}>
          <span className={styles.count}>{formatNumber(calls)}</span>
          <div className={styles.bar} style={shareOf(calls / most)} aria-hidden />
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ul>
  )
}
