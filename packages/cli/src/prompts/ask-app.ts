import { basename } from 'node:path'
import type { Variant } from '@mkt/manifest'
import type { Context } from '../context.ts'
import { nameProblem, type TemplateName, templates } from '../services/app/init-app.ts'
import { profileName, readProfiles } from '../services/platform/profiles.ts'
import { askChoice, askText } from './ask.ts'

/** The name of a new app. Someone who is logged in need not be asked where nobody can be. */
export async function askName(context: Context, target: string): Promise<string> {
  const organization = readProfiles(context.env)[profileName(context.env, context.profile)]?.organization.name
  const app = basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const guess = organization && app ? `${organization}/${app}` : undefined
  if (!context.interactive && guess !== undefined) return guess
  const question = { message: 'Name of the app (shown on its listing)', flag: '--name', check: nameProblem }
  return askText(
    context,
    guess === undefined ? { ...question, placeholder: 'acme/my-app' } : { ...question, initialValue: guess },
  )
}

export const variantChoices = [
  { value: 'connected', label: 'connected' },
  { value: 'enterprise', label: 'enterprise' },
]

/** The variant, asked only where the template leaves a choice. */
export async function askVariant(context: Context, template: TemplateName | undefined): Promise<Variant> {
  const only = template !== undefined && templates[template].variants.length === 1
  if (only || !context.interactive) return 'connected'
  const question = { message: 'Variant of the policy system', flag: '--variant' }
  return (await askChoice(context, question, variantChoices)) as Variant
}

export async function askTemplate(context: Context, variant: Variant): Promise<TemplateName> {
  if (!context.interactive) return 'webhook'
  const choices = Object.entries(templates)
    .filter(([, template]) => (template.variants as readonly Variant[]).includes(variant))
    .map(([value, { title }]) => ({ value, label: title }))
  return (await askChoice(context, { message: 'What does the app do?', flag: '--template' }, choices)) as TemplateName
}
