import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { getHotkeyHandler, useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TypedNotes } from '../../forms/typed-notes.tsx'
import { useTypedDraft } from '../../forms/use-typed-draft.ts'
import { listingQuery } from '../../queries/listing/listings.ts'
import { type Dossier, useDecideReview } from '../../queries/listing/reviews.ts'
import { useMay } from '../../queries/session/may.ts'
import { common } from '../../texts/common.ts'
import { moderate } from '../../texts/moderate.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'

const texts = moderate.review

interface Props {
  review: Dossier
  onDecided: () => void
}

/** Approve or ask for changes, with a reason. */
export function DecideReview({ review, onDecided }: Props) {
  const { data: listing } = useSuspenseQuery(listingQuery(review.listing.id))
  const typed = useTypedDraft(`decision.${review.id}`, { reason: '' })
  const { reason } = typed.draft
  const [asked, setAsked] = useState(false)
  const decide = useDecideReview(review)
  const mayApprove = useMay('approveReview')
  const mayRequestChanges = useMay('requestChanges')
  const [confirming, confirm] = useDisclosure(false)
  const withReason = (act: () => void) => {
    setAsked(true)
    if (reason.trim() !== '') act()
  }
  const decided = () => {
    typed.settle()
    onDecided()
  }
  const send = (approve: boolean) => decide.mutateAsync({ approve, reason }).then(decided, () => undefined)
  const approve = () => void send(true).finally(confirm.close)
  const requestChanges = () => withReason(() => void send(false))
  const what = texts.title(listing.title, review.release.version)
  return (
    <Stack gap="md">
      <TypedNotes typed={typed} />
      <FailureNote failure={decide.error} />
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        autosize
        minRows={3}
        value={reason}
        error={asked && reason.trim() === '' ? texts.reasonNeeded : undefined}
        onChange={(event) => typed.type({ reason: event.currentTarget.value })}
        onKeyDown={getHotkeyHandler([
          ...(mayApprove ? [['mod+Enter', () => withReason(confirm.open)] as [string, () => void]] : []),
          ...(mayRequestChanges ? [['mod+shift+Enter', requestChanges] as [string, () => void]] : []),
        ])}
      />
      <Group>
        {mayApprove ? <Button onClick={() => withReason(confirm.open)}>{texts.approve}</Button> : null}
        {mayRequestChanges ? (
          <Button variant="default" loading={decide.isPending} onClick={requestChanges}>
            {texts.requestChanges}
          </Button>
        ) : null}
      </Group>
      <Text size="xs" c="dimmed">
        {texts.keys}
      </Text>
      <Modal opened={confirming} onClose={confirm.close} title={common.of(texts.approve, what)} centered>
        <Stack gap="md">
          <Text>{texts.approveText(listing.installations)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={confirm.close}>
              {common.cancel}
            </Button>
            <Button loading={decide.isPending} onClick={approve} data-autofocus>
              {texts.approve}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  )
}
