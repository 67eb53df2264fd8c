import { Checkbox, Stack } from '@mantine/core'
import { mailTopics } from '@mkt/contract/api'
import { alerts as texts } from '../../../texts/alerts.ts'
import { mail } from '../../../texts/mail.ts'
import type { AlertInputsProps } from './alert-form.ts'

/** Which notifications of the members a rule passes on. */
export function AlertTopics({ draft, set }: AlertInputsProps) {
  return (
    <Checkbox.Group
      label={texts.topics}
      description={texts.topicsHint}
      required
      value={draft.topics}
      onChange={(chosen) => set({ topics: mailTopics.filter((topic) => chosen.includes(topic)) })}
    >
      <Stack gap="xs" mt="xs">
        {mailTopics.map((topic) => (
          <Checkbox
            key={topic}
            value={topic}
            label={mail.topics[topic].title}
            description={mail.topics[topic].text}
            // One of them at least; the browser asks for the first.
            required={draft.topics.length === 0 && topic === mailTopics[0]}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
