import { expect, it } from 'vitest'
import type { LogLine } from '../log-line.ts'
import { createLineIntake } from './line-intake.ts'

const start = new Date('2026-01-01T00:00:00Z')

function intake() {
  const lines: LogLine[] = []
  return { lines, intake: createLineIntake((line) => lines.push(line)) }
}

it('cuts output into lines, across chunks and characters, each stream by itself', () => {
  const { lines, intake: take } = intake()
  const euro = Buffer.from('1 €\n')
  take.push('stdout', euro.subarray(0, 3), start)
  take.push('stderr', Buffer.from('oh\r\n'), start)
  take.push('stdout', euro.subarray(3), start)
  take.push('stdout', Buffer.from('rest'), start)
  take.end(start)
  expect(lines.map(({ stream, text }) => `${stream} ${text}`)).toEqual(['stderr oh', 'stdout 1 €', 'stdout rest'])
})

it('drops what is above the rate, says how much, and lets later lines through', () => {
  const { lines, intake: take } = intake()
  const line = Buffer.from(`${'x'.repeat(1000)}\n`.repeat(5000))
  take.push('stdout', line, start)
  expect(lines.length).toBeLessThan(2200)
  take.push('stdout', Buffer.from('later\n'), new Date(start.getTime() + 60_000))
  expect(lines.at(-2)?.text).toMatch(/\d+ lines dropped/)
  expect(lines.at(-1)?.text).toBe('later')
})

it('cuts a line that is too long, in one piece or many, and begins again with the next', () => {
  const { lines, intake: take } = intake()
  for (let count = 0; count < 5; count++) take.push('stdout', Buffer.alloc(10_000, 'y'), start)
  take.push('stderr', Buffer.from('meanwhile\n'), start)
  take.push('stdout', Buffer.from(`the end of it\nnext\n${'z'.repeat(20_000)}\nlast`), start)
  take.end(start)
  const [y, z] = ['y'.repeat(16_384), 'z'.repeat(16_384)]
  expect(lines.map(({ text }) => text)).toEqual([y, 'meanwhile', 'next', z, 'last'])
})
