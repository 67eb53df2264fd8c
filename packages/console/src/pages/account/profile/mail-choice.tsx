import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { type MailTopic, mailTopics } from '@mkt/contract/api'
import { type FormEvent, useState } from 'react'
import { useSetPreferences } from '../../../queries/session/account.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { common } from '../../../texts/common.ts'
import { mail as texts } from '../../../texts/mail.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Section } from '../../../ui/layout/section.tsx'

/** Which notifications a person also gets by mail. The rules of an organization are apart from it. */
export function MailChoice() {
  const { person, preferences } = useMe()
  /** Until it is saved. Without it the form follows what is saved, in another tab too. */
  const [draft, setDraft] = useState<readonly MailTopic[]>()
  const off = draft ?? preferences?.noMailAbout ?? []
  const saving = useSetPreferences()
  const isNone = off.length === mailTopics.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      // What was ticked meanwhile stays.
      setDraft((now) => (now === draft ? undefined : now))
      tellDone(common.saved)
    }
    saving.mutate({ noMailAbout: [...off] }, { onSuccess })
  }
  const toggle = (topic: MailTopic) =>
    setDraft(mailTopics.filter((one) => (one === topic ? !off.includes(one) : off.includes(one))))
  return (
    <Section anchor={texts.anchor} title={texts.title} lead={texts.lead(person.email)}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <FailureNote failure={saving.error} />
          <Checkbox
            label={texts.all}
            checked={off.length === 0}
            indeterminate={off.length > 0 && !isNone}
            onChange={() => setDraft(off.length === 0 ? mailTopics : [])}
          />
          <Stack gap="sm" pl="xl">
            {mailTopics.map((topic) => (
              <Checkbox
                key={topic}
                label={texts.topics[topic].title}
                description={texts.topics[topic].text}
                checked={!off.includes(topic)}
                onChange={() => toggle(topic)}
              />
            ))}
          </Stack>
          {isNone ? (
            <Text size="sm" c="dimmed">
              {texts.none}
            </Text>
          ) : null}
          <div>
            <Button type="submit" loading={saving.isPending} aria-label={common.of(common.save, texts.title)}>
              {common.save}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
