import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../queries/api.ts'
import { reviewQuery } from '../queries/reviews.ts'
import { moderate } from '../texts/moderate.ts'
import styles from './conversation.module.css'
import { FailureNote } from './failure.tsx'
import { Time } from './time.tsx'

/** What publisher and moderators say to each other about one review. */
export function Conversation({ reviewId, open }: { reviewId: string; open: boolean }) {
  const client = useQueryClient()
  const { data: review } = useSuspenseQuery(reviewQuery(reviewId))
  const [text, setText] = useState('')
  const say = useMutation({
    mutationFn: () => api.addReviewMessage({ params: { id: reviewId }, body: { text } }),
    onSuccess: async () => {
      setText('')
      await client.invalidateQueries(reviewQuery(reviewId))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') say.mutate()
  }
  return (
    <>
      <div className={styles.messages}>
        {review.messages.map((message) => (
          <div key={message.id} className={styles.message} data-moderator={message.moderator || undefined}>
            <Text size="xs" c="dimmed">
              {message.author} · <Time at={message.at} />
            </Text>
            {message.text}
          </div>
        ))}
        {review.reason ? (
          <div className={styles.message} data-moderator>
            <Text size="xs" c="dimmed">
              {review.decidedBy ?? moderate.team} {review.decidedAt ? <Time at={review.decidedAt} /> : null}
            </Text>
            {review.reason}
          </div>
        ) : null}
      </div>
      {open ? (
        <form onSubmit={submit}>
          <Stack gap="xs">
            <FailureNote failure={say.error} />
            <Textarea
              aria-label={moderate.say}
              placeholder={moderate.say}
              autosize
              minRows={2}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <div>
              <Button type="submit" variant="default" size="compact-md" loading={say.isPending}>
                {moderate.send}
              </Button>
            </div>
          </Stack>
        </form>
      ) : null}
    </>
  )
}
