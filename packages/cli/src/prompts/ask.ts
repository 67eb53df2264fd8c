import { confirm, isCancel, password, select, text } from '@clack/prompts'
import { plainText } from '@mkt/contract/text'
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
  needFlags(context, { [flag]: undefined })
}

/** Without a person to ask, every flag that was not given is needed; all of them are named at once. */
export function needFlags(context: Asker, given: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.keys(given).filter((flag) => given[flag] === undefined)
  if (context.interactive || missing.length === 0) return
  const [last] = missing.splice(-1)
  const flags = missing.length === 0 ? last : `${missing.join(', ')} and ${last}`
  throw wrongUsage(
    `${flags} ${missing.length === 0 ? 'is' : 'are'} missing.`,
    `Give ${flags}; there is no terminal to ask on.`,
  )
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
  const { placeholder, initialValue, check } = question
  const answer = await text({
    message: plainText(question.message),
    ...(placeholder === undefined ? {} : { placeholder: plainText(placeholder) }),
    ...(initialValue === undefined ? {} : { initialValue: plainText(initialValue) }),
    validate: (value) => check?.(value ?? ''),
    ...ways(context),
  })
  return answered(answer) ?? ''
}

export async function askSecret(context: Asker, question: Question): Promise<string> {
  needsPerson(context, question.flag)
  const { check } = question
  const message = plainText(question.message)
  return answered(await password({ message, validate: (value) => check?.(value ?? ''), ...ways(context) })) ?? ''
}

export interface Choice {
  value: string
  label: string
  hint?: string
}

export async function askChoice(context: Asker, question: Question, choices: readonly Choice[]): Promise<string> {
  needsPerson(context, question.flag)
  const { initialValue } = question
  const options = choices.map(({ value, label, hint }) => ({
    value,
    label: plainText(label),
    ...(hint === undefined ? {} : { hint: plainText(hint) }),
  }))
  const answer = await select({
    message: plainText(question.message),
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
  if (!answered(await confirm({ message: plainText(message), initialValue: false, ...ways(context) })))
    throw new Abort('declined', 'Nothing was done.')
}

/** A yes or no. */
export async function askYes(context: Asker, question: Pick<Question, 'message' | 'flag'>): Promise<boolean> {
  needsPerson(context, question.flag)
  return answered(await confirm({ message: plainText(question.message), initialValue: true, ...ways(context) }))
}

export function required(value: string): string | undefined {
  return value.trim() === '' ? 'Something is needed here.' : undefined
}
