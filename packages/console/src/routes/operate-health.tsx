import { Alert, Code, List, Stack } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconCircleCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Boundary } from '../components/boundary.tsx'
import { Facts } from '../components/facts.tsx'
import { Section } from '../components/section.tsx'
import { readinessQuery } from '../queries/readiness.ts'
import { operate } from '../texts/operate.ts'

const texts = operate.health

export function OperateHealth() {
  return (
    <Boundary>
      <Health />
    </Boundary>
  )
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Health() {
  const { data } = useSuspenseQuery(readinessQuery)
  const missing = data.missingIsolation
  return (
    <Stack gap="lg">
      <Alert color={data.ready ? 'pine' : 'red'} icon={<IconCircleCheck size={18} />}>
        {data.ready ? texts.ready : texts.notReady}
      </Alert>
      <Section title={texts.isolation}>
        {missing.length === 0 ? (
          texts.isolated
        ) : (
          <Alert color="clay" title={texts.missing}>
            <List size="sm">
              {missing.map((part) => (
                <List.Item key={part}>{part}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {data.notes.length > 0 && (
          <List size="sm" mt="sm">
            {data.notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        )}
      </Section>
      <Section title={texts.title} lead={texts.raw}>
        <Facts
          rows={Object.entries(data.report).map(([name, value]) => ({ name, value: <Code>{wordsOf(value)}</Code> }))}
        />
      </Section>
    </Stack>
  )
}
