import { access, errorsOf, type Operation, type OperationId, operations } from '@mkt/contract/api'
import { codes } from '@mkt/contract/errors'
import { openApiDocument } from '@mkt/contract/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'

interface Refusal {
  description: string
  headers: Record<string, object>
  content: Record<string, { schema: { allOf?: [object, { properties: { code: { enum: string[] } } }] } }>
}
interface Described {
  operationId: OperationId
  parameters: { $ref?: string }[]
  responses: Record<string, Refusal | { $ref: string }>
}
interface Document {
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Refusal>; schemas: Record<string, { properties: Record<string, object> }> }
}

const document = openApiDocument('1.2.3') as Document
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const answerOf = (row: Refusal | { $ref: string }): Refusal =>
  '$ref' in row ? (document.components.responses[row.$ref.split('/').at(-1) ?? ''] as Refusal) : row
const codesOf = (row: Refusal) => row.content['application/problem+json']?.schema.allOf?.[1].properties.code.enum ?? []

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(openApiDocument('1.2.3')) as Record<string, unknown>)
    expect(result.errors ?? []).toEqual([])
    expect([result.valid, validator.version]).toEqual([true, '3.1'])
  })

  it.each(described.map((row) => [row.operationId, row] as const))(
    '%s names each code it can answer with, under its status',
    (id, row) => {
      const named = Object.entries(row.responses).flatMap(([status, answer]) =>
        Number(status) >= 400 ? codesOf(answerOf(answer)).map((code) => `${status} ${code}`) : [],
      )
      expect(named.sort()).toEqual(
        errorsOf(id)
          .map((code) => `${codes[code].status} ${code}`)
          .sort(),
      )
    },
  )

  it('names the members that some refusals carry', () => {
    const { properties } = document.components.schemas.Problem ?? { properties: {} }
    const members = Object.values(codes).flatMap((row): readonly string[] => ('members' in row ? row.members : []))
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...members, 'existing', 'next', 'revision']))
  })

  it('names the headers of limits on every answer, and when to try again on refusals that pass', () => {
    for (const { operationId, responses } of described) {
      for (const [status, row] of Object.entries(responses)) {
        const answer = answerOf(row)
        const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-request-id']
        expect(Object.keys(answer.headers), `${operationId} ${status}`).toEqual(expect.arrayContaining(limits))
        if (status === 'default' || Number(status) < 400) continue
        const passes = codesOf(answer).some((code) => 'retryAfter' in codes[code as 'internal'])
        expect('retry-after' in answer.headers, `${operationId} ${status}`).toBe(passes)
      }
    }
  })

  it('has `if-match` where an operation takes it, with the refusal, and with the `etag` where the same thing is answered', () => {
    const taking = Object.entries(operations as Record<string, Operation>).filter(([, row]) => row.ifMatch === true)
    const named = described.filter(({ parameters }) => parameters.some(({ $ref }) => $ref?.endsWith('/ifMatch')))
    expect(named.map((row) => row.operationId).sort()).toEqual(taking.map(([id]) => id).sort())
    for (const [id, { errors, answer }] of taking) {
      expect(errors, id).toContain('revision_conflict')
      // An upgrade takes the revision of the configuration and answers with the installation.
      if (id !== 'upgradeInstallation') expect(answer.headers, id).toContain('etag')
    }
  })

  it('says who may call test installations, members of the platform included', () => {
    const rows = described.filter(({ operationId }) => access[operationId].test?.platform !== undefined)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect((row as unknown as { description: string }).description).toContain("for test installations the platform's")
  })
})
