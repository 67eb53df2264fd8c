import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { refresh } from './refresh.ts'

interface Change<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  /** Marks reads as stale, or puts the answer in their place. The change counts as done when a returned promise is. */
  after?: (client: QueryClient, answer: Answer, input: Input) => unknown
  /** The answer holds a secret: it goes to the caller and is not kept in the cache. */
  secret?: true
  /** Changes of one name are sent one after another, in the order they were made. */
  inTurn?: string
}

/** A mutation of the API with its effect on what pages have read. Every mutation hook of the console is one. */
export function useChange<Answer, Input = void>({ send, after, secret, inTurn }: Change<Input, Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => after?.(client, answer, input),
    ...(secret ? { gcTime: 0 } : {}),
    ...(inTurn ? { scope: { id: inTurn } } : {}),
  })
}

/** Marks every read as stale whose key begins with one of the words, and waits until those on the page are read again. */
export function invalidate(client: QueryClient, ...words: string[]): Promise<void> {
  return refresh(client, ({ queryKey }) => words.includes(String(queryKey[0])))
}
