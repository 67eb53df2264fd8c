import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { access, commonErrors, errorsOf, type Operation, type OperationId, operations } from '@mkt/contract/api'
import { codes } from '@mkt/contract/errors'
import { describe, expect, it } from 'vitest'
import { readSources, thrownCodes } from './thrown-codes.ts'

const root = join(import.meta.dirname, '../..')
const isCode = (word: string) => word in codes

const onlyApproving = { findings_open: 'only an approval asks for findings' }
const onlyReading = { storage_full: 'it only reads from the storage' }
const onlyStarting = {
  listing_suspended: 'only a start asks for the listing',
  listing_not_launchable: 'only a start asks for the listing',
}

/** What the source can throw on paper, and the reason why this operation never does. */
const impossible: Partial<Record<OperationId, Record<string, string>>> = {
  signUp: { already_member: 'a new person is a member of nothing' },
  enablePerson: { last_owner: 'only disabling asks whether an operator is left' },
  makeListingPublic: { release_not_ready: 'it promotes the newest approved release among those that ran' },
  requestChanges: onlyApproving,
  withdrawReview: onlyApproving,
  stopInstallation: onlyStarting,
  uninstallInstallation: onlyStarting,
  getSignatures: onlyReading,
  getReleaseTrust: onlyReading,
  getInstallationTrust: onlyReading,
  promoteRelease: { listing_not_published: 'a listing with a release is published' },
  rollbackRelease: { listing_not_published: 'a listing with a release is published' },
}

describe('the codes an operation declares', () => {
  const files = globSync('packages/server/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  )
  const sources = readSources(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
  const all = Object.entries(operations as Record<string, Operation>) as [OperationId, Operation][]

  it('can be read for every operation', () => {
    expect(files.length).toBeGreaterThan(400)
    expect([...sources.routes.keys()].sort()).toEqual(all.map(([id]) => id).sort())
  })

  it.each(all)('%s answers with nothing that it does not declare', (id, operation) => {
    const thrown = thrownCodes(sources, id, isCode)
    // Only a POST has a key that another request can hold.
    if (operation.method !== 'POST' || access[id].anyone === true) thrown.delete('idempotency_running')
    const declared: string[] = [...errorsOf(id), ...Object.keys(impossible[id] ?? {})]
    expect([...thrown].filter(([code]) => !declared.includes(code))).toEqual([])
  })

  it.each(all)('%s declares nothing that it cannot answer with', (id, operation) => {
    const thrown = thrownCodes(sources, id, isCode)
    const common = commonErrors(id)
    expect(operation.errors.filter((code) => !thrown.has(code) && !common.includes(code))).toEqual([])
  })

  it.each(Object.entries(impossible))('%s can still throw on paper what is listed as impossible', (id, listed) => {
    expect([...thrownCodes(sources, id, isCode).keys()]).toEqual(expect.arrayContaining(Object.keys(listed)))
  })
})

describe('every refusal that passes by itself', () => {
  it('says when to try again, and no other does', () => {
    const made = new Map<string, boolean[]>()
    for (const file of globSync('packages/server/src/**/*.ts', { cwd: root })) {
      if (/\.test\.ts$|\/testing\//.test(file)) continue
      const [, ...calls] = readFileSync(join(root, file), 'utf8').split('new Failure(')
      for (const call of calls) {
        const code = /^\s*'(\w+)'/.exec(call)?.[1]
        const text = call.split(/\n(?= {0,2}\S)/)[0] ?? ''
        if (code !== undefined) made.set(code, [...(made.get(code) ?? []), text.includes("'retry-after'")])
      }
    }
    // The plug-in that counts requests sets the header of its refusal itself.
    made.delete('rate_limited')
    const wrong = [...made].filter(([code, said]) =>
      said.some((one) => one !== 'retryAfter' in codes[code as 'internal']),
    )
    expect(made.size).toBeGreaterThan(30)
    expect(wrong.map(([code]) => code)).toEqual([])
  })
})

describe('reading codes from the source', () => {
  const sources = readSources(
    new Map([
      [
        'api/things.ts',
        `import { makeThing } from '../actions/make-thing.ts'
import { notFound } from './find.ts'

export function thingRoutes(platform: Platform): Route[] {
  const subject = ({ params }) => find(params.id)
  return [
    route('makeThing', {
      subject,
      handle: ({ body }) => makeThing(platform, body),
    }),
    // route('oldThing', …) threw new Failure('gone_thing', …)
    route('readThing', { subject, handle: ({ thing }) => ({ makeThing: thing.makeThing }) }),
  ]
}

function find(id) {
  if (id === '') throw notFound()
}
`,
      ],
      ['api/find.ts', `export function notFound() {\n  return new Failure('not_found', 'gone')\n}\n`],
      [
        'actions/make-thing.ts',
        `const refusals = {\n  name_taken: 'is taken',\n} as const

export function makeThing(platform, body) {
  throw new Failure(
    'illegal_move',
    refusals[body],
  )
}
`,
      ],
    ]),
  )
  const codesOf = (id: string) => [...thrownCodes(sources, id, (word) => word === 'name_taken').keys()].sort()

  it('follows names across files, and tables of refusals', () => {
    expect(codesOf('makeThing')).toEqual(['illegal_move', 'name_taken', 'not_found'])
  })

  it('takes no comment, no key and no member for a name', () => {
    expect(codesOf('readThing')).toEqual(['not_found'])
  })
})
