import { readFileSync } from 'node:fs'
import type { AutofillRequest, EnterpriseResource, Policy, Policyholder } from '@mkt/contract/app'
import { describe, expect, it } from 'vitest'
import { fill } from './filling.ts'
import { formatMappingPath, type MappingTarget, parseMappingPath } from './mapping-path.ts'
import { readEnterpriseField, readPolicyField, readPolicyholderField } from './read-policy.ts'
import { changeEnterprise, writePolicyholder } from './write-fields.ts'

type Entry = [path: string, value: string]

interface Vectors {
  paths: { path: string; target: MappingTarget }[]
  invalid: string[]
  reads: { name: string; of: 'policy' | 'policyholder' | 'enterprise'; from: never; path: string; values: unknown[] }[]
  fills: {
    name: string
    request: AutofillRequest
    policy?: Policy
    addGroup?: boolean
    set: Entry[]
    answer: unknown
  }[]
  policyholders: { set: Entry[]; body: unknown }[]
  enterprise: { name: string; resource: EnterpriseResource; set: Entry[]; change: unknown }[]
}

const file = new URL('../../../../sdks/vectors/mapping.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors

const readers = {
  policy: (from: unknown, path: string) => readPolicyField(from as Policy, path).map(({ values }) => values),
  policyholder: (from: unknown, path: string) =>
    readPolicyholderField(from as Policyholder, path).map(({ values }) => values),
  enterprise: (from: unknown, path: string) => readEnterpriseField(from as EnterpriseResource, path),
}

describe('the mapping vectors that every SDK passes', () => {
  it.each(vectors.paths)('$path is read and written', ({ path, target }) => {
    expect(parseMappingPath(path)).toEqual(target)
    expect(formatMappingPath(target)).toBe(path)
  })

  it.each(vectors.invalid)('%j is no path', (path) => {
    expect(() => parseMappingPath(path)).toThrow('is not a mapping path')
  })

  it.each(vectors.reads)('reads $name', ({ of, from, path, values }) => {
    expect(readers[of](from, path)).toEqual(values)
  })

  it.each(vectors.fills)('fills in $name', ({ request, policy, addGroup = false, set, answer }) => {
    const filling = fill(request, policy ? { policy } : {})
    for (const [path, value] of set) for (const place of filling.places(path, { addGroup })) place.set(value)
    expect(filling.answer() ?? null).toEqual(answer)
  })

  it.each(vectors.policyholders)('writes a policyholder', ({ set, body }) => {
    expect(writePolicyholder(set)).toEqual(body)
  })

  it.each(vectors.enterprise)('writes $name', ({ resource, set, change }) => {
    const changes = changeEnterprise(resource)
    for (const [path, value] of set) changes.set(path, value)
    expect(changes.body() ?? null).toEqual(change)
  })
})
