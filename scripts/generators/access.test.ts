import { access, type Rule } from '@mkt/contract/api'
import { expect, test } from 'vitest'
import { cell } from './access.ts'

test('the page of access says what every part of a rule allows', () => {
  const rule: Rule = {
    members: ['owner'],
    scopes: ['manage'],
    platform: ['operator'],
    test: { members: ['developer'], scopes: ['publish'], platform: ['moderator'] },
  }
  const columns = ['owner', 'admin', 'developer', 'viewer', 'publish', 'manage', 'moderator', 'operator'] as const
  expect(columns.map((column) => cell(rule, column))).toEqual(['●', '', 'test', '', 'test', '●', 'test', '●'])
})

test('a moderator sees test installations, and the page says so', () => {
  expect(cell(access.getInstallation, 'moderator')).toBe('test')
  expect(cell(access.getConfiguration, 'moderator')).toBe('')
})
