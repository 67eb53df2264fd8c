import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './surface.module.css'

interface Props {
  /** What `#` in an address leads here. */
  anchor?: string
  title?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** Without inner space: for a table that reaches the edge. */
  flush?: boolean
  /** As wide as a form is read, however wide the window: for a page that is a form and nothing else. */
  narrow?: boolean
  tone?: 'danger'
  children?: ReactNode
}

/** A card with a heading: the one surface of the console. */
export function Section({ anchor, title, lead, actions, flush, narrow, tone, children }: Props) {
  const id = useId()
  const head = title || actions
  return (
    <section
      id={anchor}
      className={styles.section}
      data-flush={flush || undefined}
      data-narrow={narrow || undefined}
      data-tone={tone}
      aria-labelledby={title ? id : undefined}
    >
      {head ? (
        <div className={styles.sectionHead}>
          <div>
            <Title order={2} id={id}>
              {title}
            </Title>
            {lead ? (
              <Text size="sm" c="dimmed" mt={2}>
                {lead}
              </Text>
            ) : null}
          </div>
          {actions ? (
            <Group gap="xs" className={styles.sectionActions}>
              {actions}
            </Group>
          ) : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}
