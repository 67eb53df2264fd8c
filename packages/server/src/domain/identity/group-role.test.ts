import { describe, expect, it } from 'vitest'
import { platformRoleOfGroups, roleOfGroups } from './group-role.ts'

const rules = [
  { group: 'mkt-admins', role: 'admin' },
  { group: 'mkt-developers', role: 'developer' },
  { group: 'mkt-owners', role: 'owner' },
]

describe('groups', () => {
  it('give the strongest role that one of them names', () => {
    expect(roleOfGroups(rules, ['mkt-developers', 'mkt-admins'], 'viewer')).toBe('admin')
    expect(roleOfGroups(rules, ['mkt-developers'], 'viewer')).toBe('developer')
  })

  it('give the default role where none counts, and never ownership', () => {
    expect(roleOfGroups(rules, ['others'], 'developer')).toBe('developer')
    expect(roleOfGroups(rules, ['mkt-owners'], 'viewer')).toBe('viewer')
    expect(roleOfGroups(rules, [], 'owner')).toBe('viewer')
  })

  it('give platform roles only by a rule', () => {
    const staff = [{ group: 'ops', role: 'operator' }]
    expect(platformRoleOfGroups(staff, ['ops'])).toBe('operator')
    expect(platformRoleOfGroups(staff, ['other'])).toBeNull()
    expect(platformRoleOfGroups(rules, ['mkt-admins'])).toBeNull()
  })
})
