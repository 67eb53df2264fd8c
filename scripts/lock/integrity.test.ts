import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addIntegrity, packagesWithoutIntegrity } from './integrity.ts'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'packages/cli': { version: '0.1.0' },
    'node_modules/@mkt/cli': { link: true },
    'node_modules/known': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/known/node_modules/@tool/darwin-x64': { version: '2.0.0', optional: true },
  },
}

it('finds the packages whose content nothing vouches for, and adds what the registry says', () => {
  const place = 'node_modules/known/node_modules/@tool/darwin-x64'
  expect(packagesWithoutIntegrity(lock)).toEqual([{ place, name: '@tool/darwin-x64', version: '2.0.0' }])
  const complete = addIntegrity(lock, ({ version }) => `sha512-of-${version}`)
  expect(complete.packages[place]).toEqual({ version: '2.0.0', integrity: 'sha512-of-2.0.0', optional: true })
  expect(packagesWithoutIntegrity(complete)).toEqual([])
})

it('every locked package has an integrity, those for other systems included', () => {
  const locked = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
  expect(packagesWithoutIntegrity(locked)).toEqual([])
})
