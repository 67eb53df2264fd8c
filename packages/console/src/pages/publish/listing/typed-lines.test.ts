import { expect, it } from 'vitest'
import { typedLines, withTyped } from './typed-lines.ts'

it('only lines that were typed are kept, and they are applied to what others saved meanwhile', () => {
  const opened = { legalName: 'Zenith Ltd', keptFor: 'One year', subprocessors: [] }
  const typed = typedLines(opened, { legalName: 'Zenith Ltd', keptFor: 'Two years' })
  expect(typed).toEqual({ keptFor: 'Two years', subprocessors: null })
  const later = { legalName: 'Zenith GmbH', keptFor: 'One year', subprocessors: [] }
  expect(withTyped(later, typed)).toEqual({ legalName: 'Zenith GmbH', keptFor: 'Two years' })
})

it('a sheet typed back to what was opened has nothing to keep', () => {
  const opened = { legalName: 'Zenith Ltd' }
  expect(typedLines(opened, { ...opened })).toEqual({})
  expect(withTyped(opened, {})).toEqual(opened)
})
