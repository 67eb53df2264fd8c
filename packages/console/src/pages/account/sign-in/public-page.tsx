import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { shell } from '../../../texts/shell.ts'
import { usePageTitle } from '../../../ui/layout/use-page-title.ts'
import mark from '../../../ui/mark.svg'
import styles from './public-page.module.css'

/** The frame of pages for people who are not signed in. */
export function PublicPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <main className={styles.page}>
      <div className={styles.story}>
        <div className={styles.brand}>
          <img src={mark} alt="" />
          {shell.product}
        </div>
        <div>
          <p className={styles.claim}>{shell.tagline}</p>
          <p className={styles.points}>{shell.promise}</p>
        </div>
      </div>
      <div className={styles.form}>
        <div>
          <Title order={1} mb={4}>
            {title}
          </Title>
          <Text c="dimmed" mb="lg">
            {lead}
          </Text>
          {children}
        </div>
      </div>
    </main>
  )
}
