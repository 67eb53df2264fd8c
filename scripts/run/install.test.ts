import { describe, expect, test } from 'vitest'
import { causeOf, systemPath } from './install.mjs'

test('an install does not run on the Node it is about to replace', () => {
  expect(systemPath('/home/me/mkt/node_modules/.bin:/home/node_modules/.bin:/usr/bin:/bin')).toBe('/usr/bin:/bin')
})

describe('a failed install says what to do', () => {
  test.each([
    ['npm error code ENOSPC', /disk is full/],
    ['npm error code EAI_AGAIN getaddrinfo', /cannot be reached/],
    ['npm error code EACCES', /may not be written/],
    ['npm error code EUSAGE', /disagree/],
    ['npm error code EINTEGRITY', /differs/],
    ['npm error something else', /npm says why/],
  ])('%s', (output, advice) => {
    expect(causeOf(output)).toMatch(advice)
  })
})
