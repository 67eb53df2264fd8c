import { expect, it } from 'vitest'
import { curlOf } from './curl.ts'

it('a command cannot be broken out of by what a request carries', () => {
  const request = {
    method: 'POST',
    url: 'https://gateway.test/r/hook',
    headers: [{ name: 'x-MKT-key', value: '[masked]' }],
  }
  expect(curlOf(request, `{"name":"O'Neil $(rm)"}`)).toBe(
    `curl -X POST 'https://gateway.test/r/hook' \\\n  -H 'x-MKT-key: [masked]' \\\n  --data-raw '{"name":"O'\\''Neil $(rm)"}'`,
  )
  expect(curlOf({ ...request, headers: [] }, undefined)).toBe(`curl -X POST 'https://gateway.test/r/hook'`)
})
