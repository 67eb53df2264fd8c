import { Group, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { notePlace } from '../../lib/recent-places.ts'
import styles from './surface.module.css'
import { usePageTitle } from './use-page-title.ts'

interface Props {
  title: ReactNode
  lead?: ReactNode
  /** Links to the pages above, already rendered. */
  crumbs?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, lead, crumbs, icon, actions }: Props) {
  const { history } = useRouter()
  const name = typeof title === 'string' ? title : undefined
  usePageTitle(name)
  // The search offers the pages that were opened last.
  useEffect(() => {
    if (name) notePlace(localStorage, { title: name, href: history.location.pathname })
  }, [name, history])
  return (
    <header className={styles.header}>
      {icon}
      <div className={styles.headerText}>
        {crumbs ? <div className={styles.crumbs}>{crumbs}</div> : null}
        <Title order={1}>{title}</Title>
        {lead ? <div className={styles.lead}>{lead}</div> : null}
      </div>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </header>
  )
}
