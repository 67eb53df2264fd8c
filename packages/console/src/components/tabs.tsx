import { Link, type LinkProps } from '@tanstack/react-router'
import styles from './surface.module.css'

interface Tab {
  label: string
  to: LinkProps['to']
  params?: Record<string, string>
  exact?: boolean
}

/** Pages of one thing, each with its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to as string}
          params={tab.params as never}
          className={styles.tab}
          activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
