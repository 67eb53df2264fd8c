import type { FieldProblem, Manifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { firstOpenStep, problemsOn, stepAt, stepsOf } from './launch-steps.ts'

const manifest = (parts: object) => ({ name: 'a/b', version: '1.0.0', ...parts }) as Manifest
const setting = { name: 'region', title: 'Region', type: 'Text' }
const problem = (pointer: string) => ({ pointer, rule: 'required', message: 'Missing.' }) as FieldProblem

describe('the steps of a launch', () => {
  it('leave out what the manifest does not ask for', () => {
    expect(stepsOf(manifest({}))).toEqual(['connect', 'review'])
    expect(stepsOf(manifest({ app: { fields: [setting] } }))).toEqual(['connect', 'configure', 'review'])
    expect(stepsOf(manifest({ platform: { fields: [setting] } }))).toEqual(['connect', 'map', 'review'])
  })

  it('begin with a tenant: without one no other step is open, whatever the address says', () => {
    const steps = stepsOf(manifest({ app: { fields: [setting] } }))
    expect(stepAt(steps, 'review', null)).toBe('connect')
    expect(stepAt(steps, 'review', 'tenant_1')).toBe('review')
    expect(stepAt(steps, 'map', 'tenant_1')).toBe('connect')
    expect(stepAt(steps, undefined, 'tenant_1')).toBe('connect')
  })

  it('show each problem where it can be fixed', () => {
    const problems = [problem('/mappings/0/fields/a'), problem('/settings/region')]
    expect(problemsOn('configure', problems)).toEqual([problem('/settings/region')])
    expect(problemsOn('map', problems)).toEqual([problem('/mappings/0/fields/a')])
    expect(problemsOn('review', problems)).toEqual([])
    expect(firstOpenStep(['connect', 'configure', 'map', 'review'], problems)).toBe('configure')
    expect(firstOpenStep(['connect', 'review'], [])).toBeUndefined()
  })
})
