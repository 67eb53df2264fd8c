import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
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
  usePageTitle(typeof title === 'string' ? title : undefined)
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
