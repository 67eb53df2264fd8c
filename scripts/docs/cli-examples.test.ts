import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { buildProgram } from '../../packages/cli/src/program.ts'
import { capturedWorld } from '../../packages/cli/src/testing/captured-world.ts'
import { root } from './pages.ts'

// What the guides tell is executed elsewhere. The reference has an example for every option of every command, many of which
// would need a world of their own: here the tool itself reads each of them, up to the point where it would begin to work.

const text = readFileSync(join(root, 'docs/reference/cli.md'), 'utf8')
const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
// Pipelines are shown as the files of the services that run them.
const pipelines = [...readFileSync(join(root, 'docs/pipelines.md'), 'utf8').matchAll(/(?<=- (?:run: )?)mkt .*/g)]
const examples = [...lines, ...pipelines.map(([line]) => line)]
  .flatMap((line) => line.replace(/ [<>] \S+/g, '').split(/ \|\|? | && /))
  .filter((part) => part.startsWith('mkt '))

/** The words of a command as a shell would pass them on. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}

/** The real command line, with every deed taken out. */
async function idleProgram(args: readonly string[]): Promise<{ program: Command; reached: string[] }> {
  const reached: string[] = []
  const idle = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} })
    if (command.commands.length === 0) command.action(() => void reached.push(command.name()))
    for (const below of command.commands) idle(below)
  }
  const program = await buildProgram(capturedWorld(root), { args })
  idle(program)
  return { program, reached }
}

it('there are examples', () => {
  expect(examples.length).toBeGreaterThan(40)
})

it.each(examples)('the tool takes: %s', async (line) => {
  const args = words(line).slice(1)
  const { program, reached } = await idleProgram(args)
  await program.parseAsync(args, { from: 'user' })
  expect(reached).toHaveLength(1)
})
