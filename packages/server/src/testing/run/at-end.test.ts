import { expect, it } from 'vitest'
import { atEnd, runEnds } from './at-end.ts'

it('the latest ends first, and each once', async () => {
  const ended: string[] = []
  atEnd(() => ended.push('database'))
  atEnd(() => ended.push('server'))
  await runEnds()
  await runEnds()
  expect(ended).toEqual(['server', 'database'])
})

it('what fails to end keeps nothing else from ending, and is told', async () => {
  const ended: string[] = []
  atEnd(() => ended.push('database'))
  atEnd(() => Promise.reject(new Error('The server does not close.')))
  await expect(runEnds()).rejects.toThrow('The server does not close.')
  expect(ended).toEqual(['database'])
})
