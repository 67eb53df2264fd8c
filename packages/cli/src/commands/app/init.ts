import { resolve } from 'node:path'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askName, askTemplate, askVariant } from '../../prompts/ask-app.ts'
import { initApp, type TemplateLanguage, templateLanguages, templates } from '../../services/app/init-app.ts'
import { findListing } from '../../services/listing/listings.ts'
import { openSession, platformUrl } from '../../services/platform/session.ts'
import { languageOf, templateOf, variantOf } from '../flag-values.ts'

interface Options {
  name?: string
  listing?: string
  template?: string
  variant?: string
  language: string
  force?: boolean
}

export function addInit(program: Command, setup: Setup): void {
  const command = program
    .command('init [dir]')
    .description('write a manifest, a Dockerfile and an app that runs, with the SDK and a test')
    .option('--name <org/app>', 'the name of the app, as on its listing')
    .option('--listing <id or name>', 'take name and variant from this listing')
    .option('--template <kind>', `what the app does: ${Object.keys(templates).join(', ')}`)
    .option('--variant <variant>', 'the variant of the policy system: connected or enterprise')
    .option('--language <language>', `the language: ${templateLanguages.join(', ')}`, templateLanguages[0])
    .option('--force', 'write over a manifest that is there')
  examples(command, [
    'mkt init my-app',
    'mkt init my-app --listing acme/my-app',
    'mkt init . --name acme/rater --template rater',
    'mkt init my-app --name acme/my-app --language python --template autofill',
  ])
  act(command, setup, init)
}

async function init(context: Context, dir: string | undefined, options: Options): Promise<Result> {
  const target = resolve(context.cwd, dir ?? '.')
  const listing = options.listing ? await findListing(openSession(context).client, options.listing) : undefined
  const name = options.name ?? listing?.name ?? (await askName(context, target))
  const language = languageOf(options.language)
  const given = templateOf(options.template)
  const variant = variantOf(options.variant) ?? listing?.variant ?? (await askVariant(context, given))
  const template = given ?? (await askTemplate(context, variant))
  const { files, kept } = initApp({
    dir: target,
    name,
    variant,
    template,
    language,
    schema: `${platformUrl(context)}/schemas/platform-app.json`,
    force: options.force === true,
  })
  const where = dir ?? '.'
  return {
    data: { dir: target, name, version: '1.0.0', variant, template, language, files, kept },
    text: [...shownFiles(files), ...kept.map((file) => `kept ${file}`), ...nextSteps(language, where)],
  }
}

/** Each file of the app, and the SDK as one line: nobody edits its files. */
function shownFiles(files: readonly string[]): string[] {
  const sdk = /^(vendor\/mkt-sdk|mkt_sdk|src\/mkt\/sdk)\//
  const homes = new Set(files.flatMap((file) => sdk.exec(file)?.[1] ?? []))
  return [
    ...files.filter((file) => !sdk.test(file)).map((file) => `wrote ${file}`),
    ...[...homes].map((home) => `wrote ${home}/, the SDK`),
  ]
}

function nextSteps(language: TemplateLanguage, where: string): string[] {
  const next = `Next: mkt dev ${where}, or mkt deploy ${where}`
  if (language !== 'typescript') return [next]
  return [next, `It runs as it is. For the type checker and your editor: cd ${where} && npm install && npm run check`]
}
