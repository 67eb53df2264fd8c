import { confirm, isCancel, password, select, text } from '@clack/prompts'
import { Abort, wrongUsage } from '../abort.ts'
import type { Context } from '../context.ts'

type Asker = Pick<Context, 'interactive' | 'stdin' | 'stderr'>

function ways(context: Asker) {
  return { input: context.stdin, output: context.stderr }
}

function answered<T>(value: T): Exclude<T, symbol> {
  if (isCancel(value)) throw new Abort('interrupted', 'Interrupted.')
  return value as Exclude<T, symbol>
}

/** Without a person to ask, the flag is needed. */
function needsPerson(context: Asker, flag: string): void {
  if (!context.interactive) throw wrongUsage(`${flag} is missing.`, `Give ${flag}; there is no terminal to ask on.`)
}

export interface Question {
  message: string
  /** The flag that answers it. */
  flag: string
  placeholder?: string
  initialValue?: string
  check?: (value: string) => string | undefined
}

export async function askText(context: Asker, question: Question): Promise<string> {
  needsPerson(context, question.flag)
  const { message, placeholder, initialValue, check } = question
  const answer = await text({
    message,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(initialValue === undefined ? {} : { initialValue }),
    validate: (value) => check?.(value ?? ''),
    ...ways(context),
  })
  return answered(answer) ?? ''
}

export async function askSecret(context: Asker, question: Question): Promise<string> {
  needsPerson(context, question.flag)
  const { message, check } = question
  return answered(await password({ message, validate: (value) => check?.(value ?? ''), ...ways(context) })) ?? ''
}

export interface Choice {
  value: string
  label: string
  hint?: string
}

export async function askChoice(context: Asker, question: Question, choices: readonly Choice[]): Promise<string> {
  needsPerson(context, question.flag)
  const { message, initialValue } = question
  const options = choices.map(({ value, label, hint }) => ({ value, label, ...(hint === undefined ? {} : { hint }) }))
  const answer = await select({
    message,
    options,
    ...(initialValue === undefined ? {} : { initialValue }),
    ...ways(context),
  })
  return answered(answer)
}

/** A step that cannot be undone: `--yes` says so beforehand. */
export async function askConsent(context: Asker, message: string, given: boolean | undefined): Promise<void> {
  if (given) return
  needsPerson(context, '--yes')
  if (!answered(await confirm({ message, initialValue: false, ...ways(context) })))
    throw new Abort('declined', 'Nothing was done.')
}

export function required(value: string): string | undefined {
  return value.trim() === '' ? 'Something is needed here.' : undefined
}
