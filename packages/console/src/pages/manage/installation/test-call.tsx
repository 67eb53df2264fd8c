import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { integrationsOf } from '@mkt/manifest'
import { IconSend } from '@tabler/icons-react'
import { useSuspenseQueries } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TypedNotes } from '../../../forms/typed-notes.tsx'
import { useTypedDraft } from '../../../forms/use-typed-draft.ts'
import { useSendTestCall } from '../../../queries/activity/calls.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { releaseQuery } from '../../../queries/release/releases.ts'
import { type Grant, useGrant } from '../../../queries/session/grant.ts'
import { testCallTexts as texts } from '../../../texts/test-call.ts'
import { RefusedButton } from '../../../ui/action/refused-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { TestCallResult } from './test-call-result.tsx'

/** Ends a launch of an app that fills or rates: one call of the kind it declares, sent now, and what it answered. */
export function TestCall({ installation }: { installation: Installation }) {
  const grant = useGrant('sendTestCall', installation)
  return grant.shown ? <TestCallForm key={installation.id} installation={installation} grant={grant} /> : null
}

const opened: { path: string | null; text: string } = { path: null, text: '' }

function TestCallForm({ installation, grant }: { installation: Installation; grant: Grant }) {
  const [{ data: release }, { data: listing }] = useSuspenseQueries({
    queries: [releaseQuery(installation.release.id), listingQuery(installation.listing.id)],
  })
  const send = useSendTestCall(installation.id)
  // A request may name people: it is kept only as long as the tab is open.
  const typed = useTypedDraft(`test-call.${installation.id}`, opened, { storage: sessionStorage })
  const { text } = typed.draft
  const [isWrong, setWrong] = useState(false)
  const { autofill, externalRaters } = integrationsOf(release.manifest, listing.variant)
  const choices = [
    ...autofill.map((one) => ({ value: one.path, label: `${texts.kinds.autofill} ${one.path}` })),
    ...externalRaters.map((one) => ({ value: one.path, label: `${texts.kinds.rater} ${one.path}` })),
  ]
  const [first] = choices
  if (first === undefined) return null
  if (grant.because !== undefined) {
    return (
      <Section title={texts.title} lead={texts.lead}>
        <RefusedButton label={texts.send} because={grant.because} variant="default" />
      </Section>
    )
  }
  const chosen = choices.find(({ value }) => value === typed.draft.path)?.value ?? first.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const request = readRequest(text)
    setWrong(request === undefined)
    if (request === undefined) return
    const sent = () => typed.settle(typed.draft)
    send.mutate({ path: chosen, ...(request === null ? {} : { request }) }, { onSuccess: sent })
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TypedNotes typed={typed} />
          <Group gap="sm" align="flex-end">
            <Select
              label={texts.path}
              data={choices}
              value={chosen}
              allowDeselect={false}
              onChange={(path) => typed.type({ path })}
            />
            <Button type="submit" variant="default" loading={send.isPending} leftSection={<IconSend size={16} />}>
              {texts.send}
            </Button>
          </Group>
          <Textarea
            label={texts.request}
            description={texts.requestHint}
            autosize
            minRows={1}
            maxRows={12}
            value={text}
            error={isWrong ? texts.notJson : undefined}
            onChange={(event) => typed.type({ text: event.currentTarget.value })}
          />
          <FailureNote failure={send.error} />
          {send.data ? <TestCallResult installation={installation} result={send.data} /> : null}
        </Stack>
      </form>
    </Section>
  )
}

/** The object that was entered, null where nothing was, undefined where it is something else. */
function readRequest(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    // Half typed: the field says what it takes.
    return undefined
  }
}
