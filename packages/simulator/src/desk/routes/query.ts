import { noticeOf } from '../pages/words.ts'

export type Query = Record<string, string | string[] | undefined>

/** The value of a parameter; of several the first one counts. */
export function asked(query: Query, name: string): string {
  const value = query[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** Names of fields that autofill filled in, as the address of the page carries them from one page to the next. */
export const filledIn = (query: Query) => asked(query, 'filled').split(',').filter(Boolean)

/** What was just done, in words. */
export const doneIn = (query: Query) => noticeOf(asked(query, 'done') || undefined, filledIn(query))
