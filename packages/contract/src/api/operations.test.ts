import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { codes, type FailureCode } from '../errors/codes.ts'
import { openApiDocument } from '../openapi/document.ts'
import { access } from './access.ts'
import type { Operation } from './operation/operation.ts'
import { operations } from './operations.ts'

const all = Object.entries(operations as Record<string, Operation>)

describe('every operation', () => {
  it.each(all)('%s says what it does, what it answers and in which group it stands', (_id, operation) => {
    expect(operation.summary.length).toBeGreaterThan(5)
    expect(operation.summary.endsWith('.')).toBe(false)
    expect(operation.answer.description.length).toBeGreaterThan(3)
    expect(operation.group).not.toBe('')
  })

  it.each(all)('%s describes each parameter of its path', (_id, operation) => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.keys(operation.params?.shape ?? {}).sort()).toEqual(inPath.sort())
  })

  it('has its own method and path', () => {
    const addresses = all.map(([, row]) => `${row.method} ${row.path.replace(/\{\w+\}/g, '{}')}`)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  it('that answers 204 has no body, and every other has one', () => {
    const wrong = all.filter(
      ([, { answer }]) => (answer.status === 204) !== (answer.schema === undefined && answer.contentType === undefined),
    )
    expect(wrong.map(([id]) => id)).toEqual([])
  })

  it('that shows a secret once is a POST, since only those can be repeated by key', () => {
    expect(all.filter(([, row]) => row.showsSecret === true && row.method !== 'POST').map(([id]) => id)).toEqual([])
  })

  it('that lists things takes `limit` and `cursor` and answers `{ items, next }`', () => {
    const lists = all.filter(
      ([id, { answer }]) =>
        id.startsWith('list') || 'items' in ((answer.schema as z.ZodObject | undefined)?.shape ?? {}),
    )
    expect(lists.length).toBeGreaterThan(20)
    for (const [id, { query, answer }] of lists) {
      expect(Object.keys(query?.shape ?? {}), id).toEqual(expect.arrayContaining(['limit', 'cursor']))
      expect(Object.keys((answer.schema as z.ZodObject).shape), id).toEqual(expect.arrayContaining(['items', 'next']))
    }
  })

  it('that lists things can be sorted and narrowed', () => {
    // The points of a chart have one order, and are chosen by their range alone.
    const lists = all.filter(([id]) => id.startsWith('list') && id !== 'listFigures')
    for (const [id, { query }] of lists) {
      const { sort, limit: _limit, cursor: _cursor, ...filters } = query?.shape ?? {}
      expect(sort, id).toBeDefined()
      expect(Object.keys(filters), id).not.toEqual([])
    }
  })

  it('has one row in the access table that lets somebody in', () => {
    for (const [id] of all) expect(Object.keys(access[id as keyof typeof access]), id).not.toEqual([])
  })
})

describe('the error table', () => {
  it('has a title without a full stop and a status of 4xx or 5xx for every code', () => {
    for (const [code, row] of Object.entries(codes)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(row.title).toMatch(/[^.]$/)
      expect(row.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('names every code that an operation can answer with', () => {
    const used = all.flatMap(([, row]) => row.errors as FailureCode[])
    expect(used.filter((code) => !(code in codes))).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and holds every operation once', () => {
    const document = openApiDocument('1.2.3') as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect(document.openapi).toBe('3.1.0')
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((row) => row.operationId))
    expect(ids.sort()).toEqual(all.map(([id]) => id).sort())
  })

  it('refers to nothing that is not in it', () => {
    const document = openApiDocument('1.2.3')
    const text = JSON.stringify(document)
    expect(text).not.toContain('$defs')
    for (const [, ref = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
      expect(ref.startsWith('#/') && found !== undefined, ref).toBe(true)
    }
  })

  it('names what credentials can be refused for, except where nobody needs any', () => {
    const { paths } = openApiDocument('1.2.3') as { paths: Record<string, Record<string, { responses: object }>> }
    const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {})
    expect(statuses('/api/v1/tenants/{id}', 'get')).toEqual(expect.arrayContaining(['401', '403', '404', 'default']))
    expect(statuses('/api/v1/session', 'post')).toEqual(expect.arrayContaining(['400', '401', '413', '415', '422']))
    expect(statuses('/api/v1/password-resets', 'post')).not.toContain('403')
  })
})
