import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { line } from '../operation/shapes.ts'

const VIEWS = 20
const WORDS = 20

const view = z.strictObject({
  name: line(60).min(1),
  words: z
    .record(z.string().regex(/^[a-zA-Z]{1,40}$/), line(300))
    .refine((words) => Object.keys(words).length <= WORDS, `Give at most ${WORDS} words.`)
    .describe('Filters and order, as the words of the address'),
})

/** How a person wants to see one list of the console. */
export const listChoice = z.strictObject({
  hidden: z.array(line(60)).max(40).describe('Labels of columns that are not shown'),
  views: z
    .array(view)
    .max(VIEWS, `A list keeps at most ${VIEWS} views. Remove one first.`)
    .describe('Filters and order under a name, to come back to'),
})

export type ListChoice = z.output<typeof listChoice>

export const listName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,110}$/, 'Give the name of a list, and after a dot whose it is.')

export const listChoiceOperations = {
  keepListChoice: operation({
    method: 'PUT',
    path: '/me/lists/{list}',
    group: 'Sessions',
    summary: 'Keep how you want to see a list of the console: hidden columns and saved views',
    params: z.strictObject({ list: listName }),
    body: listChoice,
    answer: { status: 204, description: 'It is kept with you, on every machine' },
    errors: ['quota_exceeded'],
  }),
}
