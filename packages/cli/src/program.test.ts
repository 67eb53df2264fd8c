import { expect, it } from 'vitest'
import { commandTable } from './command-table.ts'
import { buildProgram } from './program.ts'
import { capturedWorld } from './testing/captured-world.ts'

const world = capturedWorld('/')
const namesFor = async (...args: string[]) =>
  (await buildProgram(world, { args })).commands.map((command) => command.name())
const all = commandTable.flatMap(({ names }) => names)

it('each part of the command line adds the commands that the table says', async () => {
  expect(await namesFor()).toEqual(all)
  expect(new Set(all).size).toBe(all.length)
})

it.each(commandTable)('$names are loaded where they are asked for, and nothing else', async ({ names }) => {
  for (const name of names) {
    expect(await namesFor('--url', 'http://here', name)).toEqual(names)
    expect(await namesFor('--json', '--profile', 'deploy', name, '--help')).toEqual(names)
  }
})

it.each([[['help', 'deploy']], [['deplyo', 'deploy']], [['--help']], [['--profile', 'deploy']]])(
  '%j needs all commands',
  async (args) => {
    expect(await namesFor(...args)).toEqual(all)
  },
)
