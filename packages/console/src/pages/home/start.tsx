import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Overview } from '../../queries/platform/overview.ts'
import { useOrganization } from '../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../queries/session/may.ts'
import { home } from '../../texts/home.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import itemStyles from '../../ui/list/items.module.css'
import styles from './home.module.css'

const texts = home.start
type Step = keyof typeof texts.steps

/** The way of a new customer to a first event. The first step that is left has the button. */
export function Start({ overview: { tenants, installations, lastActivityAt } }: { overview: Overview }) {
  const mayConnect = useMay('createTenant', ownedBy(useOrganization()))
  const done: Record<Step, boolean> = {
    tenant: tenants > 0,
    launch: installations.total > 0,
    event: lastActivityAt !== null,
  }
  const look = { size: 'xs' } as const
  const actions: Record<Step, ReactNode> = {
    tenant: mayConnect ? (
      <LinkButton {...look} to="/manage/tenants/new">
        {texts.actions.tenant}
      </LinkButton>
    ) : null,
    launch: (
      <LinkButton {...look} to="/browse">
        {texts.actions.launch}
      </LinkButton>
    ),
    event: (
      <LinkButton {...look} to="/manage">
        {texts.actions.event}
      </LinkButton>
    ),
  }
  const steps = Object.keys(texts.steps) as Step[]
  const next = steps.find((step) => !done[step])
  return (
    <Section title={texts.title} lead={texts.lead}>
      <ol className={itemStyles.list} aria-label={texts.title}>
        {steps.map((step, index) => {
          const [title, text] = texts.steps[step]
          return (
            <li key={step} className={itemStyles.item}>
              <span className={styles.mark} data-done={done[step] || undefined}>
                {done[step] ? <IconCheck size={15} stroke={2.6} aria-label={texts.done} /> : index + 1}
              </span>
              <div className={itemStyles.words}>
                <Text fw={600} size="sm">
                  {title}
                </Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
              {step === next ? actions[step] : null}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
