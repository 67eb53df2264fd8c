import { RefusedError } from '@mkt/contract/client'
import { OciError } from '@mkt/oci'
import { expect, it } from 'vitest'
import { Abort } from '../../abort.ts'
import { explainFailure } from './explain-failure.ts'

it('tells what the user can fix from our own bugs', () => {
  expect(explainFailure(new Abort('x', 'Y.'))).toMatchObject({
    exit: 1,
    error: { code: 'x', message: 'Y.', fix: null },
  })
  expect(explainFailure(new OciError('platform_missing', 'no amd64'))).toMatchObject({
    exit: 1,
    error: { message: 'No amd64.' },
  })
  expect(explainFailure(new TypeError('undefined is not a function'))).toMatchObject({
    exit: 70,
    error: { code: 'bug' },
  })
})

it('hands on the code, the request id and the next version of a refusal', () => {
  const body = { code: 'version_taken', detail: 'Taken.', requestId: 'req_1', existing: ['1.0.0'], next: '1.1.0' }
  expect(explainFailure(new RefusedError(409, body, null))).toMatchObject({
    exit: 1,
    error: { code: 'version_taken', message: 'Taken.', fix: 'The next version would be 1.1.0.', requestId: 'req_1' },
    extra: { existing: ['1.0.0'], next: '1.1.0' },
  })
})

it('finds the reason inside the errors of fetch', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
  expect(explainFailure(new TypeError('fetch failed', { cause }))).toMatchObject({
    exit: 1,
    error: {
      code: 'platform_unreachable',
      message: 'The platform cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    },
  })
})

it('advises the flag of what is wrong: settings, mappings or both', () => {
  const fixOf = (...pointers: string[]) => {
    const problems = pointers.map((pointer) => ({ pointer, rule: 'r', message: 'm' }))
    return explainFailure(new RefusedError(422, { code: 'configuration_invalid', problems }, null)).error.fix
  }
  expect(fixOf('/settings/a')).toMatch(/--setting name=value\.$/)
  expect(fixOf('/mappings/0/fields/vin')).toMatch(/^Map .*--mapping product:field=path/)
  expect(fixOf('/mappings/0/fields/vin')).not.toContain('--setting ')
  expect(fixOf('/settings/a', '/mappings')).toMatch(/--setting .*--mapping /)
})
