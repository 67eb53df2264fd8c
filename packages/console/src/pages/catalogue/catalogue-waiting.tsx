import { Skeleton, VisuallyHidden } from '@mantine/core'
import { common } from '../../texts/common.ts'
import styles from './browse.module.css'

/** Cards where cards will be. */
export function CatalogueWaiting() {
  return (
    <div className={`${styles.grid} ${styles.waiting}`} aria-busy="true">
      <VisuallyHidden role="status">{common.loading}</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <Skeleton key={card} height={168} radius={14} />
      ))}
    </div>
  )
}
