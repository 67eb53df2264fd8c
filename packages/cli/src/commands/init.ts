import { basename, resolve } from 'node:path'
import { parseManifest, type Variant } from '@mkt/manifest'
import type { Command } from 'commander'
import { wrongUsage } from '../abort.ts'
import { act, examples, type Setup } from '../add-command.ts'
import type { Context, Result } from '../context.ts'
import { askChoice, askText } from '../prompts/ask.ts'
import { initApp, type TemplateName, templates } from '../services/init-app.ts'
import { findListing } from '../services/listings.ts'
import { profileName, readProfiles } from '../services/profiles.ts'
import { openSession } from '../services/session.ts'
import { variantOf } from './validate.ts'

interface Options {
  name?: string
  listing?: string
  template?: string
  variant?: string
  force?: boolean
}

export function addInit(program: Command, setup: Setup): void {
  const command = program
    .command('init [dir]')
    .description('write a manifest, a Dockerfile and an app that runs')
    .option('--name <org/app>', 'the name of the app, as on its listing')
    .option('--listing <id or name>', 'take name and variant from this listing')
    .option('--template <kind>', `what the app does: ${Object.keys(templates).join(', ')}`)
    .option('--variant <variant>', 'the variant of the policy system: connected or enterprise')
    .option('--force', 'write over a manifest that is there')
  examples(command, [
    'mkt init my-app',
    'mkt init my-app --listing acme/my-app',
    'mkt init . --name acme/rater --template rater',
  ])
  act(command, setup, init)
}

async function init(context: Context, dir: string | undefined, options: Options): Promise<Result> {
  const target = resolve(context.cwd, dir ?? '.')
  const listing = options.listing ? await findListing(openSession(context).client, options.listing) : undefined
  const name = options.name ?? listing?.name ?? (await askName(context, target))
  checkName(name)
  const variant = variantOf(options.variant) ?? listing?.variant ?? (await askVariant(context, options.template))
  const template = templateOf(options.template) ?? (await askTemplate(context, variant))
  if (!(templates[template].variants as readonly Variant[]).includes(variant))
    throw wrongUsage(`There is no ${template} in the ${variant} variant.`, 'Choose webhook or lifecycle.')
  const { files, kept } = initApp({ dir: target, name, variant, template, force: options.force === true })
  const where = dir ?? '.'
  return {
    data: { dir: target, name, version: '1.0.0', variant, template, files, kept },
    text: [
      ...files.map((file) => `wrote ${file}`),
      ...kept.map((file) => `kept ${file}`),
      `Next: mkt dev ${where}, or mkt deploy ${where}`,
    ],
  }
}

function checkName(name: string): void {
  const problem = nameProblem(name)
  if (problem !== undefined) throw wrongUsage(problem, 'Give --name <org-name>/<app-name>; the listing shows it.')
}

function nameProblem(name: string): string | undefined {
  const { problems } = parseManifest(JSON.stringify({ name, version: '1.0.0' }))
  return problems.find(({ rule }) => rule.startsWith('manifest.name'))?.message
}

async function askName(context: Context, target: string): Promise<string> {
  const organization = readProfiles(context.env)[profileName(context.env, context.profile)]?.organization.name
  const app = basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const guess = organization && app ? `${organization}/${app}` : undefined
  // Who is logged in has said enough where nobody can be asked.
  if (!context.interactive && guess !== undefined) return guess
  const question = { message: 'Name of the app (shown on its listing)', flag: '--name', check: nameProblem }
  return askText(
    context,
    guess === undefined ? { ...question, placeholder: 'acme/my-app' } : { ...question, initialValue: guess },
  )
}

async function askVariant(context: Context, template: string | undefined): Promise<Variant> {
  const only =
    template !== undefined && template in templates && templates[template as TemplateName].variants.length === 1
  if (only || !context.interactive) return 'connected'
  const choices = [
    { value: 'connected', label: 'connected' },
    { value: 'enterprise', label: 'enterprise' },
  ]
  const answer = await askChoice(context, { message: 'Variant of the policy system', flag: '--variant' }, choices)
  return answer as Variant
}

async function askTemplate(context: Context, variant: Variant): Promise<TemplateName> {
  if (!context.interactive) return 'webhook'
  const choices = Object.entries(templates)
    .filter(([, template]) => (template.variants as readonly Variant[]).includes(variant))
    .map(([value, { title }]) => ({ value, label: title }))
  return (await askChoice(context, { message: 'What does the app do?', flag: '--template' }, choices)) as TemplateName
}

function templateOf(text: string | undefined): TemplateName | undefined {
  if (text === undefined) return undefined
  if (Object.hasOwn(templates, text)) return text as TemplateName
  throw wrongUsage(`There is no template "${text}".`, `Give one of ${Object.keys(templates).join(', ')}.`)
}
