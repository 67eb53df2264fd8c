import { Button, Stack, Text, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { TypedNotes } from '../../forms/typed-notes.tsx'
import { useTypedDraft } from '../../forms/use-typed-draft.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { messagesQuery, type Review, useAddReviewMessage } from '../../queries/listing/reviews.ts'
import { ownedBy, useMay } from '../../queries/session/may.ts'
import { common } from '../../texts/common.ts'
import { moderate } from '../../texts/moderate.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { Time } from '../../ui/text/time.tsx'
import styles from './conversation.module.css'

interface Props {
  review: Review
  newestFirst?: boolean
}

/** What publisher and moderators say to each other about one review: the latest messages first, earlier ones on request. */
export function Conversation({ review, newestFirst = false }: Props) {
  const said = useAddress().words.said
  const maySay = useMay('addReviewMessage', ownedBy(review.listing.organization))
  const { items, more } = usePaged(messagesQuery(review.id, said), { shown: defaultOrders.messages })
  const decided = review.reason?.toLowerCase().includes(said?.toLowerCase() ?? '')
  const decision =
    review.reason && decided ? (
      <div className={styles.message} data-moderator>
        <Text size="xs" c="dimmed">
          {review.decidedBy ?? moderate.team}
          {review.decidedAt ? (
            <>
              {' · '}
              <Time at={review.decidedAt} />
            </>
          ) : null}
        </Text>
        {review.reason}
      </div>
    ) : null
  const earlier = more ? (
    <Button variant="subtle" size="compact-sm" loading={more.busy} onClick={more.show}>
      {moderate.earlier}
    </Button>
  ) : null
  return (
    <>
      <div className={styles.messages}>
        {newestFirst ? decision : earlier}
        {(newestFirst ? items : items.toReversed()).map((message) => (
          <div key={message.id} className={styles.message} data-moderator={message.moderator || undefined}>
            <Text size="xs" c="dimmed">
              {message.author} · <Time at={message.at} />
            </Text>
            {message.text}
          </div>
        ))}
        {newestFirst ? earlier : decision}
        {said && items.length === 0 && !decision ? <Text c="dimmed">{common.noMatch}</Text> : null}
      </div>
      {review.state === 'OPEN' && maySay ? <Say key={review.id} reviewId={review.id} /> : null}
    </>
  )
}

function Say({ reviewId }: { reviewId: string }) {
  const typed = useTypedDraft(`review-message.${reviewId}`, { text: '' })
  const { text } = typed.draft
  const say = useAddReviewMessage(reviewId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') say.mutate(text, { onSuccess: () => typed.settle() })
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <Stack gap="xs">
        <TypedNotes typed={typed} />
        <FailureNote failure={say.error} />
        <Textarea
          aria-label={moderate.say}
          placeholder={moderate.say}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => typed.type({ text: event.currentTarget.value })}
        />
        <div>
          <Button type="submit" variant="default" loading={say.isPending}>
            {moderate.send}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
