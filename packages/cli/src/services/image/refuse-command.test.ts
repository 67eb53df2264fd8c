import { expect, it } from 'vitest'
import { refuseCommand } from './refuse-command.ts'

it('--cmd is refused where it would have no effect', () => {
  expect(() => refuseCommand('node')).toThrow(/not for Node/)
  expect(() => refuseCommand('Dockerfile')).toThrow(/built from the Dockerfile/)
  expect(() => refuseCommand('python')).not.toThrow()
})
