import { Title } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './surface.module.css'
import { usePageTitle } from './use-page-title.ts'

interface Props {
  title: string
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** One of several lists on a page: it takes little room. */
  small?: boolean
  /** It stands for the whole page, whose heading it is. */
  page?: boolean | undefined
}

/** Says why there is nothing, and what to do about it. */
export function Empty({ title, text, icon, action, small, page }: Props) {
  usePageTitle(page ? title : undefined)
  return (
    <div className={styles.empty} data-small={small || undefined}>
      <div className={styles.emptyIcon} aria-hidden>
        {icon ?? <IconInbox size={26} stroke={1.5} />}
      </div>
      <Title order={page ? 1 : 2} size={page ? 'h2' : 'h3'}>
        {title}
      </Title>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  )
}
