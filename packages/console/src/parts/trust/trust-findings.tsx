import { Badge, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/format.ts'
import { findingsQuery } from '../../queries/release/findings.ts'
import { trust as texts } from '../../texts/trust.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { AdvisoryLink } from './advisory-link.tsx'
import { severityColors } from './severity.ts'

const SHOWN = 50

/** The findings one by one, asked for when somebody wants to see them. */
export function TrustFindings({ releaseId }: { releaseId: string }) {
  const [opened, list] = useDisclosure(false)
  return (
    <div>
      <Button size="compact-sm" variant="subtle" aria-expanded={opened} onClick={list.toggle}>
        {opened ? texts.hideFindings : texts.showFindings}
      </Button>
      {opened ? (
        <Boundary>
          <List releaseId={releaseId} />
        </Boundary>
      ) : null}
    </div>
  )
}

function List({ releaseId }: { releaseId: string }) {
  const { data } = useSuspenseQuery(findingsQuery(releaseId, {}))
  const { items, next } = data
  return (
    <>
      <PlainList>
        {items.slice(0, SHOWN).map(({ advisory, severity, package: name, installed, fixed, state, exception }) => (
          <li key={`${advisory} ${name} ${installed}`}>
            <Text size="sm" component="div">
              <AdvisoryLink id={advisory} />{' '}
              <Badge component="span" variant="light" radius="sm" size="sm" tt="none" color={severityColors[severity]}>
                {texts.severities[severity]}
              </Badge>{' '}
              {texts.foundIn(name, installed)} {fixed.length === 0 ? texts.notFixed : texts.fixedIn(fixed.join(', '))}
            </Text>
            {exception === null ? null : (
              <Text size="xs" c="dimmed">
                {texts.findings.states[state]}: {exception.reason} ({exception.author},{' '}
                {texts.findings.until(formatDay(exception.until))})
              </Text>
            )}
          </li>
        ))}
      </PlainList>
      {items.length > SHOWN || next !== null ? (
        <Text size="xs" c="dimmed">
          {texts.worstFindings(SHOWN)}
        </Text>
      ) : null}
    </>
  )
}
