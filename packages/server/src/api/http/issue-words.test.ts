import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueWords } from './issue-words.ts'

function saidOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value, { error: issueWords }).error?.issues[0]?.message
}

it.each([
  [z.string().min(1), '', 'Fill this in.'],
  [z.string().min(12), 'short', 'Give at least 12 characters.'],
  [z.string().max(1), 'ab', 'Give at most 1 character.'],
  [z.number().max(10), 11, 'Give at most 10.'],
  [z.array(z.string()).min(1), [], 'Give at least 1 entry.'],
  [z.string(), 4, 'Give a text.'],
  [z.enum(['owner', 'admin']), 'king', 'Give "owner" or "admin".'],
  [z.email(), 'nobody', 'Give an email address.'],
])('says what to do, not what a program expected', (schema, value, words) => {
  expect(saidOf(schema, value)).toBe(words)
})

it('leaves the words to a schema that has its own', () => {
  expect(saidOf(z.string().min(1, 'Give it a name.'), '')).toBe('Give it a name.')
})
