import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './surface.module.css'
import { setPageTitle } from './use-page-title.ts'

interface Tab {
  label: string
  to: LinkProps['to']
  params?: Record<string, string>
  exact?: boolean
  /** Left out of the row, for people who may not see its page. */
  hidden?: boolean
}

/**
 * Pages of one thing, each with its own address and title. Where they need more room than there is, the open one is in sight.
 */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another open tab
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[data-status="active"]')
    if (!open) return
    // The first page of a thing has its name alone.
    if ('first' in open.dataset) setPageTitle(label)
    else setPageTitle(open.textContent, label)
    const show = () =>
      row.current?.scrollTo({ left: open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2 })
    show()
    // A window that becomes narrower has room for fewer tabs.
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [path, label])
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
            data-first={tab.exact ? '' : undefined}
            activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
          >
            {tab.label}
          </Link>
        ))}
    </nav>
  )
}
