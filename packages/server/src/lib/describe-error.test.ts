import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'

const secret = 'hunter2-hunter2'

test('an error is described by its kind, its message and its place', () => {
  const description = describeError(Object.assign(new TypeError('The port is wrong'), { code: 'ERR_PORT' }))
  expect(description).toMatchObject({ kind: 'TypeError', code: 'ERR_PORT', message: 'The port is wrong' })
  expect(description.place[0]).toContain('describe-error.test.ts')
})

test.each<[string, () => unknown]>([
  ['a parser that quotes what it read', () => JSON.parse(`{"password": ${secret}}`)],
  ['a check that quotes what it was given', () => Buffer.alloc(secret as never)],
  [
    'a value in double quotes',
    () => {
      throw new Error(`invalid input syntax for type integer: "${secret}"`)
    },
  ],
  [
    'a long word without quotes',
    () => {
      throw new Error(`refused: eyJhbGciOi${'x'.repeat(30)}${secret}`)
    },
  ],
  [
    'a cause',
    () => {
      throw new Error('outer', { cause: new Error(`key '${secret}'`) })
    },
  ],
  [
    'a text that is thrown',
    () => {
      throw secret
    },
  ],
  [
    'a name that is no name',
    () => {
      throw Object.assign(new Error('x'), { name: `${secret} !`, code: `${secret} !` })
    },
  ],
])('%s does not get into the description', (_, fail) => {
  let thrown: unknown
  try {
    fail()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeDefined()
  expect(JSON.stringify(describeError(thrown))).not.toContain('hunter2')
})

test('a missing property is named, because its name comes from the code', () => {
  const value = undefined as unknown as { tenant: string }
  let message = ''
  try {
    value.tenant
  } catch (error) {
    message = describeError(error).message
  }
  expect(message).toBe('Cannot read properties of undefined (reading tenant)')
})

test('a circle of causes ends', () => {
  const error = new Error('round')
  error.cause = error
  expect(describeError(error).cause?.cause?.cause).toBeUndefined()
})
