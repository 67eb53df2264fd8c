import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { buildProgram } from '../../packages/cli/src/program.ts'
import { type Generator, generatedBy, table } from './generator.ts'

function makeReference(): string {
  const world = {
    env: {},
    cwd: '/',
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    interactive: false,
  }
  const program = buildProgram(world)
  return [
    generatedBy,
    '# Command reference: `mkt`',
    '',
    'Every prompt has a flag. `--json` prints exactly one object on standard output; progress goes to standard error.',
    'Exit codes: 0 done, 1 cannot be done, 2 wrong usage, 70 our bug.',
    '',
    '## For every command',
    '',
    optionsOf(program),
    '',
    table(
      ['variable', 'instead of'],
      [
        ['`MKT_URL`', '`--url`'],
        ['`MKT_PROFILE`', '`--profile`'],
        ['`MKT_CLIENT_ID`, `MKT_API_KEY`', 'stored credentials'],
      ],
    ),
    ...program.commands.flatMap((command) => describe(command, 'mkt', 2)),
  ].join('\n')
}

function describe(command: Command, above: string, level: number): string[] {
  const names = [command.name(), ...command.aliases()].join('|')
  const usage = command.usage().replace('[options] [command]', '<command>')
  const heading = `${'#'.repeat(Math.min(level, 4))} \`${above} ${names}\``
  const options = optionsOf(command)
  return [
    '',
    heading,
    '',
    sentence(command.description()),
    '',
    '```',
    `${above} ${command.name()} ${usage}`.trim(),
    '```',
    ...(options === '' ? [] : ['', options]),
    ...command.commands.flatMap((child) => describe(child, `${above} ${command.name()}`, level + 1)),
  ]
}

function optionsOf(command: Command): string {
  const rows = command.options.map(({ flags, description, defaultValue }) => {
    const preset =
      typeof defaultValue === 'string' && !description.includes('default') ? ` (default ${defaultValue})` : ''
    return [`\`${flags}\``, `${description}${preset}`]
  })
  return rows.length === 0 ? '' : table(['option', 'meaning'], rows)
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.')
}

export const generators: Generator[] = [{ file: 'docs/reference/cli.md', make: makeReference }]
