import { expect, it } from 'vitest'
import type { OutputLine } from './deployments.ts'
import { withLines } from './use-output.ts'

const line = (id: string) => ({ id, text: `line ${id}` }) as OutputLine

it('shows every line once and in the order it was printed, however it came', () => {
  const live = withLines(withLines([], [line('9')]), [line('10'), line('9')])
  expect(live.map((one) => one.id)).toEqual(['9', '10'])
  const earlier = withLines(live, [line('9'), line('8'), line('2')])
  expect(earlier.map((one) => one.id)).toEqual(['2', '8', '9', '10'])
  expect(withLines(earlier, [line('8')])).toBe(earlier)
})
