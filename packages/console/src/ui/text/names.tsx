import styles from '../../pages/manage/tenant/registration.module.css'
import { launch } from '../../texts/launch.ts'

/** So many are read at a glance; the others are one click away. */
const FEW = 8

/** Names of events or operations, in a row. */
export function Names({ of }: { of: string[] }) {
  if (of.length <= FEW + 2) return <>{of.join(', ')}</>
  return (
    <>
      {of.slice(0, FEW).join(', ')}
      <details className={styles.more}>
        <summary>{launch.review.more(of.length - FEW)}</summary>
        {of.slice(FEW).join(', ')}
      </details>
    </>
  )
}
