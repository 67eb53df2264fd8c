import { codes } from '@mkt/contract/errors'
import { expect, it } from 'vitest'
import { fixes } from './fixes.ts'
import { buildProgram } from './program.ts'
import { capturedWorld } from './testing/captured-world.ts'

it('every command that a fix names is there', async () => {
  const program = await buildProgram(capturedWorld('/', {}))
  const unknown = Object.values(fixes).flatMap((fix) =>
    [...fix.matchAll(/"mkt ([a-z-]+)(?: ([a-z-]+))?[ "]/g)].flatMap(([text, name, part]) => {
      const command = program.commands.find((each) => each.name() === name)
      const group = command?.commands ?? []
      const isThere = command !== undefined && (group.length === 0 || group.some((each) => each.name() === part))
      return isThere ? [] : [text]
    }),
  )
  expect(unknown).toEqual([])
})

it('what an app or its caller can be refused for at run time says what to do', () => {
  const met = Object.keys(codes).filter((code) => /^(app|key|route|caller|version|tunnel)_/.test(code))
  expect(met.length).toBeGreaterThan(10)
  expect(met.filter((code) => fixes[code] === undefined)).toEqual([])
})
