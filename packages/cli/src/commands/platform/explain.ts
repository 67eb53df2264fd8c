import { codes } from '@mkt/contract/errors'
import { rules } from '@mkt/manifest'
import type { Command } from 'commander'
import { Abort } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import { fixes } from '../../fixes.ts'
import { facts } from '../../views/table.ts'

export function addExplain(program: Command, setup: Setup): void {
  const command = program
    .command('explain <name>')
    .description('explain a manifest rule or an error code, and how to fix it')
  examples(command, ['mkt explain webhook.event.unknown', 'mkt explain version_taken'])
  act<[string]>(command, setup, async (_context, name) => {
    if (Object.hasOwn(rules, name)) {
      const { severity, title, fix } = rules[name as keyof typeof rules]
      return {
        data: { kind: 'rule', name, severity, title, fix },
        text: facts([
          ['rule', name],
          ['severity', severity],
          ['holds', title],
          ['fix', fix],
        ]),
      }
    }
    if (Object.hasOwn(codes, name)) {
      const { status, title } = codes[name as keyof typeof codes]
      const fix = fixes[name] ?? null
      return {
        data: { kind: 'code', name, status, title, fix },
        text: facts([
          ['code', name],
          ['status', String(status)],
          ['means', title],
          ['fix', fix ?? undefined],
        ]),
      }
    }
    throw new Abort('unknown_name', `There is neither a rule nor a code "${name}".`, {
      fix: similar(name) ?? 'Rules look like webhook.event.unknown, codes like version_taken.',
    })
  })
}

/** Names that share a part with the one asked for. */
function similar(name: string): string | undefined {
  const parts = name.split(/[._]/).filter((part) => part.length > 3)
  const all = [...Object.keys(rules), ...Object.keys(codes)]
  const found = all.filter((each) => parts.some((part) => each.includes(part))).slice(0, 5)
  return found.length === 0 ? undefined : `Did you mean ${found.join(', ')}?`
}
