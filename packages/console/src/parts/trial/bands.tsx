import { formatNumber } from '../../lib/format.ts'
import { trials as texts } from '../../texts/trials.ts'
import styles from './bands.module.css'

interface Band {
  name: string
  calls: number
}

/** How many calls changed by how much: nine bars with their numbers. */
export function Bands({ bands }: { bands: readonly Band[] }) {
  const most = Math.max(1, ...bands.map(({ calls }) => calls))
  const middle = Math.floor(bands.length / 2)
  return (
    <ul className={styles.bands} aria-label={texts.bands}>
      {bands.map(({ name, calls }, index) => (
        <li key={name} className={`${styles.band} ${index > middle ? styles.up : index < middle ? styles.down : ''}`}>
          {formatNumber(calls)}
          <div className={styles.bar} style={{ height: `${Math.round((calls / most) * 80)}%` }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}
