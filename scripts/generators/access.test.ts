import { access, type Rule } from '@mkt/contract/api'
import { expect, test } from 'vitest'
import { cell, columns } from './access.ts'

test('the page of access says what every part of a rule allows', () => {
  const rule: Rule = {
    members: ['owner'],
    scopes: ['manage'],
    platform: ['operator'],
    test: { members: ['developer'], scopes: ['publish'], platform: ['moderator'] },
  }
  expect(columns.map((column) => cell(rule, column))).toEqual(['●', '', '', 'test', '', 'test', '●', 'test', '●'])
})

test('the page of access has a column for every role that the table names', () => {
  const named = Object.values(access).flatMap((rule) => [
    ...(rule.members ?? []),
    ...(rule.scopes ?? []),
    ...(rule.platform ?? []),
  ])
  expect([...new Set(named)].sort()).toEqual([...columns].sort())
})

test('a moderator sees test installations, and the page says so', () => {
  expect(cell(access.getInstallation, 'moderator')).toBe('test')
  expect(cell(access.getConfiguration, 'moderator')).toBe('')
})
