import type { Command, Option } from 'commander'
import { buildProgram } from '../../packages/cli/src/program.ts'
import { processWorld } from '../../packages/cli/src/world.ts'
import { type Generator, generatedBy, table } from './generator.ts'

/** The page is the help of every command, asked of the command line itself. */
async function makeCli(): Promise<string> {
  const program = await buildProgram(processWorld())
  return [
    generatedBy,
    '# The tool `mkt`',
    '',
    'Every question has a flag, so that scripts need no terminal. `--json` prints exactly one object on standard output;',
    'progress goes to standard error. Options may stand before or after the command.',
    '',
    table(
      ['exit code', 'meaning'],
      [
        ['0', 'done'],
        ['1', 'cannot be done; `{ error: { code, message, fix, requestId } }` with `--json`'],
        ['2', 'wrong usage'],
        ['70', 'a bug of the tool'],
      ],
    ),
    '',
    table(
      ['variable', 'meaning'],
      [
        ['`MKT_URL`', 'the platform'],
        ['`MKT_CLIENT_ID`, `MKT_API_KEY`', 'credentials; they win over a stored profile'],
        [
          '`MKT_CALLER_SECRET`',
          'the caller secret of the route for `mkt call`; the one kept by the tool is beside the profiles',
        ],
        ['`MKT_PROFILE`', 'the profile of stored credentials; they are in `$XDG_CONFIG_HOME/mkt` or `~/.config/mkt`'],
      ],
    ),
    '',
    'Options of every command:',
    '',
    options(program.options),
    ...program.commands.flatMap((command) => section(command, 'mkt')),
  ].join('\n')
}

function section(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`
  const visible = command.options.filter((option) => !option.hidden)
  const aliases = command.aliases().map((alias) => ` (also \`${parent} ${alias}\`)`)
  const usage = command.commands.length > 0 ? [] : ['', '```', `${name} ${command.usage()}`, '```']
  return [
    '',
    `${parent === 'mkt' ? '##' : '###'} ${name}`,
    '',
    `${sentence(command.description())}${aliases.join('')}`,
    ...usage,
    ...(visible.length > 0 ? ['', options(visible)] : []),
    ...examplesOf(command),
    ...command.commands.flatMap((each) => section(each, name)),
  ]
}

function options(all: readonly Option[]): string {
  const rows = all.map(({ flags, description, defaultValue }) => [
    `\`${flags}\``,
    typeof defaultValue === 'string' ? `${description} (default: \`${defaultValue}\`)` : description,
  ])
  return table(['option', 'meaning'], rows)
}

/** The help text after the options, as a terminal would show it. */
function examplesOf(command: Command): string[] {
  const parts: string[] = []
  command.configureOutput({ writeOut: (part) => void parts.push(part) }).outputHelp()
  const [, examples] = parts.join('').split('\nExamples:\n')
  return examples === undefined
    ? []
    : [
        '',
        '```sh',
        ...examples
          .trimEnd()
          .split('\n')
          .map((line) => line.trim()),
        '```',
      ]
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

export const generators: Generator[] = [{ file: 'docs/reference/cli.md', make: makeCli }]
