import { Alert, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import type { Health } from '../../queries/platform/operating.ts'
import { operate } from '../../texts/operate.ts'
import { Section } from '../../ui/layout/section.tsx'

const texts = operate.health

/** Notes of engines are parts of log lines. */
const sentence = (note: string) => `${note.charAt(0).toUpperCase()}${note.slice(1)}${note.endsWith('.') ? '' : '.'}`

/** What runs applications on each machine, and what is missing of its isolation. */
export function Engines({ health }: { health: Health }) {
  const engines = health.processes.flatMap(({ id, host, engine }) => (engine ? [{ id, host, ...engine }] : []))
  return (
    <Section title={texts.isolation}>
      <Stack gap="md">
        {engines.length === 0 ? <Text c="dimmed">{texts.noEngine}</Text> : null}
        {engines.map((one) => (
          <div key={one.id}>
            <Text fw={600} mb={4}>
              {texts.engineOn(one.engine, one.host)}
            </Text>
            {one.refusal ? <Alert color="red">{one.refusal}</Alert> : null}
            {one.problems.map((problem) => (
              <Alert key={problem} color="red">
                {sentence(problem)}
              </Alert>
            ))}
            {one.missing.length === 0 ? (
              <Text size="sm">{texts.isolated}</Text>
            ) : (
              <Alert color="clay" title={texts.missing}>
                <List size="sm">
                  {one.missing.map(({ part, reason }) => (
                    <List.Item key={part}>{reason}</List.Item>
                  ))}
                </List>
              </Alert>
            )}
            {one.outside ? null : <Text size="sm">{texts.noOutside}</Text>}
            {one.notes.map((note) => (
              <Text key={note} size="sm" c="dimmed">
                {sentence(note)}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
    </Section>
  )
}
