import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseManifest, type Variant } from '@mkt/manifest'
import { Abort, wrongUsage } from '../../abort.ts'
import { writeTypeScript } from '../types/write-typescript.ts'
import { manifestName } from './app-folder.ts'
import { placeSdk, type SdkLanguage } from './place-sdk.ts'

export interface Template {
  title: string
  variants: readonly Variant[]
}

export const templates = {
  webhook: { title: 'Webhook: hears events of the policy system', variants: ['connected', 'enterprise'] },
  autofill: { title: 'Autofill: fills in policy data', variants: ['connected'] },
  rater: { title: 'External rater: prices policies', variants: ['connected'] },
  lifecycle: { title: 'Lifecycle hooks: acts on install and uninstall', variants: ['connected', 'enterprise'] },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

/** Languages a template can be had in, the first unless another is named. */
export const templateLanguages = ['typescript', 'javascript', 'python', 'java', 'go'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

export interface InitRequest {
  dir: string
  name: string
  variant: Variant
  template: TemplateName
  language: TemplateLanguage
  /** Where editors find the JSON Schema of the manifest. */
  schema?: string
  /** Write over a manifest that is there. */
  force: boolean
}

export interface Initialized {
  files: string[]
  /** Files that were there already and stay as they are. */
  kept: string[]
}

interface LanguageFiles {
  parts: readonly string[]
  /** The file to begin with; README and Dockerfile name it. */
  program: string
  /** What runs the app's own tests. */
  tests?: string
  sdk?: SdkLanguage
}

const languageFiles: Readonly<Record<TemplateLanguage, LanguageFiles>> = {
  typescript: { parts: ['languages/typescript'], program: 'src/app.ts', tests: 'npm test', sdk: 'node' },
  javascript: { parts: ['node', 'languages/javascript'], program: 'src/main.js' },
  python: { parts: ['languages/python'], program: 'app.py', tests: 'python3 -m unittest', sdk: 'python' },
  java: { parts: ['languages/java'], program: 'src/App.java', tests: 'sh test/run.sh', sdk: 'java' },
  go: { parts: ['languages/go'], program: 'main.go', tests: 'go test ./...' },
}

const folder = fileURLToPath(new URL('../../../templates/', import.meta.url))
// Packing a package drops files of these names, so the templates carry them without the dot.
const dotted = new Set(['gitignore', 'dockerignore'])

/** Writes a manifest, a Dockerfile and an app that runs as it is. */
export function initApp(request: InitRequest): Initialized {
  const { dir, force, name, template, variant } = request
  const problem = nameProblem(name)
  if (problem !== undefined) throw wrongUsage(problem, 'Give --name <org-name>/<app-name>; the listing shows it.')
  if (!(templates[template].variants as readonly Variant[]).includes(variant))
    throw wrongUsage(`There is no ${template} in the ${variant} variant.`, 'Choose webhook or lifecycle.')
  if (!force && existsSync(join(dir, manifestName)))
    throw new Abort('manifest_exists', `${dir} has a ${manifestName} already.`, {
      fix: 'Choose another folder, or give --force to write a new manifest.',
    })
  const result: Initialized = { files: [], kept: [] }
  const { language } = request
  const { parts, program, tests, sdk } = languageFiles[language]
  const placed = sdk === undefined ? { files: [] } : placeSdk(dir, sdk)
  for (const [path, source] of filesOf([`${template}/${language}`, ...parts, 'common'])) {
    write(dotted.has(path) ? `.${path}` : path, readFileSync(source, 'utf8'))
  }
  write(manifestName, withSchema(readFileSync(join(folder, template, manifestName), 'utf8'), request.schema))
  if (language === 'typescript') write('src/platform-app.ts', typesOf(join(dir, manifestName), variant))
  result.files.push(...placed.files)
  result.files.sort()
  return result

  function write(target: string, text: string): void {
    const replace = force && target === manifestName
    if (existsSync(join(dir, target)) && !replace) {
      result.kept.push(target)
      return
    }
    mkdirSync(dirname(join(dir, target)), { recursive: true })
    const named = text
      .replace('my-program', program)
      .replace(/^my-tests.*\n/m, tests === undefined ? '' : `${tests.padEnd(24)} # test it\n`)
      .replace('file:vendor/mkt-sdk', placed.dependency ?? 'file:vendor/mkt-sdk')
    writeFileSync(join(dir, target), fillIn(target, named, request))
    result.files.push(target)
  }
}

function withSchema(manifest: string, schema: string | undefined): string {
  return schema === undefined ? manifest : manifest.replace('{\n', `{\n  "$schema": ${JSON.stringify(schema)},\n`)
}

/** The types of a manifest that is there; of one that is not valid there are none. */
function typesOf(file: string, variant: Variant): string {
  const { manifest } = parseManifest(readFileSync(file, 'utf8'))
  return manifest === undefined ? '' : writeTypeScript(manifest, variant)
}

/** What is wrong with the name of an app; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  const { problems } = parseManifest(JSON.stringify({ name, version: '1.0.0' }))
  return problems.find(({ rule }) => rule.startsWith('manifest.name'))?.message
}

/** Path in the app → file of the templates. */
function filesOf(parts: readonly string[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const root of parts.map((part) => join(folder, part)).filter((each) => existsSync(each))) {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const source = join(entry.parentPath, entry.name)
      if (entry.isFile()) files.set(relative(root, source), source)
    }
  }
  return files
}

function fillIn(path: string, text: string, { name, variant }: InitRequest): string {
  const [, app = name] = name.split('/')
  if (path === 'package.json') return text.replace('"my-app"', JSON.stringify(app))
  const named = text.replaceAll('my-org/my-app', name)
  if (variant === 'connected' || path.endsWith('.md')) return named
  const events = named.replace(/(["'])policy\.issue\1/g, '$1policy.quote.issue$1')
  if (path === manifestName) return events.replace('"connected"', '"enterprise"')
  return path.endsWith('.ts') ? events.replaceAll('sampleEvent', 'sampleEnterpriseEvent') : events
}
