import {
  checkValue,
  defaultText,
  editedText,
  isWriteOnly,
  type Manifest,
  type Setting,
  type SettingValue,
  type ValueItem,
  visibleSettings,
} from '@mkt/manifest'
import type { Context } from '../context.ts'
import { readGivenFile, settingOfFile } from '../services/installation/setting-files.ts'
import { askChoice, askSecret, askText, type Question } from './ask.ts'

/**
 * The configuration step on a terminal: each visible setting in the manifest's order, those that are given already left
 * out. A choice can make others appear, so the next question is looked up again.
 */
export async function askSettings(
  context: Context,
  manifest: Manifest,
  given: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...given }
  const asked = new Set(Object.keys(given))
  for (;;) {
    const next = visibleSettings(manifest, values).find(({ name }) => !asked.has(name))
    if (next === undefined) return values
    asked.add(next.name)
    const answer = await askSetting(context, next, present[next.name])
    if (answer !== undefined) values[next.name] = answer
  }
}

async function askSetting(context: Context, setting: Setting, present: unknown): Promise<string | undefined> {
  const stored = isObject(present)
  const initialValue =
    present === undefined || stored ? defaultText(setting) : editedText(setting, present as SettingValue)
  const needed = setting.required === true && !stored
  const question: Question = {
    message: [setting.title, setting.hint, stored ? 'empty keeps the stored value' : needed ? '' : 'optional']
      .filter(Boolean)
      .join(' · '),
    flag: `--setting ${setting.name}=…`,
    check: (value) => {
      if (value === '') return needed ? 'This setting is required.' : undefined
      return checkValue(setting, value)?.message
    },
    ...(initialValue === undefined ? {} : { initialValue }),
    ...(setting.placeholder === undefined ? {} : { placeholder: setting.placeholder }),
  }
  if (setting.type === 'Table' || setting.type === 'File') return askFile(context, setting, question, needed)
  if (setting.type === 'Select') return choose(context, setting.values ?? [], question, needed)
  if (setting.type === 'Boolean') return choose(context, YES_NO, question, needed)
  const answer = setting.type === 'Password' ? await askSecret(context, question) : await askText(context, question)
  return answer === '' && (stored || isWriteOnly(setting)) ? undefined : answer || undefined
}

/** A table or a file does not fit on a line: its path is asked for. A short table may be given as JSON. */
async function askFile(
  context: Context,
  setting: Setting,
  question: Question,
  needed: boolean,
): Promise<string | undefined> {
  const given = (answer: string) => {
    if (setting.type === 'Table' && answer.trimStart().startsWith('[')) return answer
    return settingOfFile(setting, readGivenFile(context.cwd, answer.trim()))
  }
  const { initialValue: _, ...rest } = question
  const answer = await askText(context, {
    ...rest,
    message: `${question.message} · path of a file`,
    flag: `--setting-file ${setting.name}=…`,
    check(text) {
      if (text.trim() === '') return needed ? 'This setting is required.' : undefined
      try {
        return checkValue(setting, given(text))?.message
      } catch (error) {
        return (error as Error).message
      }
    },
  })
  return answer.trim() === '' ? undefined : given(answer)
}

const YES_NO: readonly ValueItem[] = [
  { text: 'yes', value: 'true' },
  { text: 'no', value: 'false' },
]

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function choose(
  context: Context,
  values: readonly ValueItem[],
  question: Question,
  needed: boolean,
): Promise<string | undefined> {
  const offered = values.map(({ text, value }) => ({ value, label: text }))
  const none = { value: '', label: 'nothing' }
  const answer = await askChoice(
    context,
    question,
    needed || offered.some(({ value }) => value === '') ? offered : [none, ...offered],
  )
  return answer
}
