import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Manifest, Variant } from '@mkt/manifest'
import type { Command } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openFolder, validManifest } from '../../services/app/app-folder.ts'
import { writeFileWhole } from '../../services/app/write-file.ts'
import { writeJava } from '../../services/types/write-java.ts'
import { writePython } from '../../services/types/write-python.ts'
import { writeTypeScript } from '../../services/types/write-typescript.ts'
import { variantOf } from '../flag-values.ts'

interface Options {
  language: string
  out?: string
  variant?: string
  check?: boolean
}

interface Language {
  file: string
  write: (manifest: Manifest, variant: Variant) => string
}

const languages: Readonly<Record<string, Language>> = {
  typescript: { file: 'platform-app.ts', write: writeTypeScript },
  python: { file: 'platform_app.py', write: writePython },
  java: { file: 'PlatformApp.java', write: writeJava },
}

export function addTypes(program: Command, setup: Setup): void {
  const command = program
    .command('types [dir]')
    .description('write types from the manifest: settings, mappings, paths and events')
    .option('--language <language>', `the language: ${Object.keys(languages).join(', ')}`, 'typescript')
    .option(
      '--out <file>',
      'the file to write (default: platform-app.ts, platform_app.py or PlatformApp.java, in src where there is one)',
    )
    .option('--variant <variant>', 'connected or enterprise, where the manifest does not say')
    .option('--check', 'write nothing; fail when the file is not up to date')
  examples(command, [
    'mkt types',
    'mkt types my-app --language python',
    'mkt types my-app --language java',
    'mkt types --check',
  ])
  act(command, setup, types)
}

async function types(context: Context, dir: string | undefined, options: Options): Promise<Result> {
  const language = Object.hasOwn(languages, options.language) ? languages[options.language] : undefined
  if (language === undefined)
    throw wrongUsage(`"${options.language}" is not a language.`, `Give one of ${Object.keys(languages).join(', ')}.`)
  const folder = openFolder(context.cwd, dir)
  const variant = variantOf(options.variant)
  const manifest = validManifest(folder, variant)
  const source = join(folder.dir, 'src')
  const file = options.out
    ? resolve(context.cwd, options.out)
    : join(existsSync(source) ? source : folder.dir, language.file)
  const content = language.write(manifest, variant ?? manifest.targetPlatform ?? 'connected')
  const current = existsSync(file) && readFileSync(file, 'utf8') === content
  const shown = relative(context.cwd, file)
  const data = { file, language: options.language, current }
  if (options.check)
    return {
      data,
      text: current ? `${shown} is up to date.` : `${shown} is stale: run "mkt types".`,
      exit: current ? 0 : 1,
    }
  if (!current) writeFileWhole(file, content)
  return { data, text: current ? `${shown} is up to date.` : `${shown} is written.` }
}
