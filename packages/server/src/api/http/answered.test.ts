import { operations } from '@mkt/contract/api'
import { expect, it } from 'vitest'
import { toItems } from '../../domain/platform/items.ts'
import { type Answered, parts } from './answered.ts'

it('a list that was not made of rows one by one does not compile', () => {
  const answers: Answered<(typeof operations)['getSsoLinks']>[] = [
    { links: [] },
    {
      links: toItems(
        [],
        () => '',
        () => ({}) as never,
      ),
    },
  ]
  const rules: Answered<(typeof operations)['getAlertRules']>[] = [
    // @ts-expect-error an array that was made otherwise
    { rules: [] },
    {
      rules: toItems(
        [],
        () => '',
        () => ({}) as never,
      ),
    },
  ]
  expect(answers.length).toBe(rules.length)
})

it('every part that is no list is still answered somewhere', () => {
  const names = new Set(
    Object.values(operations).flatMap(({ answer }) => {
      const schema = (answer as { schema?: { shape?: object } }).schema
      return Object.keys(schema?.shape ?? {})
    }),
  )
  expect(parts.filter((name) => !names.has(name))).toEqual([])
})
