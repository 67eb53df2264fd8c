import { expect, it } from 'vitest'
import { parseChallenge } from './challenge.ts'

it('a name is a whole word: what stands in the text of another parameter is not read', () => {
  const header = 'Bearer realm="https://r/token",service="s",error_description="use scope=pull please"'
  const { scheme, parameters } = parseChallenge(header)
  expect([scheme, parameters.realm, parameters.service, parameters.scope]).toEqual([
    'bearer',
    'https://r/token',
    's',
    undefined,
  ])
})
