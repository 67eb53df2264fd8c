import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { healthQuery } from '../queries/platform/operating.ts'
import { useMay } from '../queries/session/may.ts'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'

/** Tells operators on every page that this platform is a copy which does not act. */
export function QuarantineBanner() {
  const mayRead = useMay('getHealth')
  const { data } = useQuery({ ...healthQuery, enabled: mayRead })
  if (!mayRead || !data?.processes.some(({ state, quarantine }) => state === 'up' && quarantine !== null)) return null
  return (
    <div className={styles.banner} role="status">
      {shell.quarantine} <Link to="/operate">{shell.quarantineMore}</Link>
    </div>
  )
}
