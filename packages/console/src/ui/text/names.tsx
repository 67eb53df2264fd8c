import { common } from '../../texts/common.ts'
import styles from './names.module.css'

/** How many are shown; the others are one click away. */
const FEW = 8

/** Names of events or operations, in a row. */
export function Names({ of }: { of: string[] }) {
  if (of.length <= FEW + 2) return <>{of.join(', ')}</>
  return (
    <>
      {of.slice(0, FEW).join(', ')}
      <details className={styles.more}>
        <summary>{common.andMore(of.length - FEW)}</summary>
        {of.slice(FEW).join(', ')}
      </details>
    </>
  )
}
