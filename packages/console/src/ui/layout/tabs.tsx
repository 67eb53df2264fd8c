import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './surface.module.css'

interface Tab {
  label: string
  to: LinkProps['to']
  params?: Record<string, string>
  exact?: boolean
  /** Left out of the row, for people who may not see its page. */
  hidden?: boolean
}

/** Pages of one thing, each with its own address. Where they need more room than there is, the open one is in sight. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another open tab
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[data-status="active"]')
    if (open) row.current?.scrollTo({ left: open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2 })
  }, [path])
  return (
    <nav className={styles.tabs} aria-label={label} ref={row}>
      {tabs
        .filter((tab) => !tab.hidden)
        .map((tab) => (
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
