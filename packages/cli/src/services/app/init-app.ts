import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseManifest, type Variant } from '@mkt/manifest'
import { Abort, wrongUsage } from '../../abort.ts'
import { manifestName } from './app-folder.ts'

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

/** Languages a template can be had in; JavaScript has all of them, the others the webhook. */
export const templateLanguages = ['javascript', 'typescript', 'python', 'java', 'go'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

export interface InitRequest {
  dir: string
  name: string
  variant: Variant
  template: TemplateName
  /** JavaScript unless said. */
  language?: TemplateLanguage
  /** Write over a manifest that is there. */
  force: boolean
}

export interface Initialized {
  files: string[]
  /** Files that were there already and stay as they are. */
  kept: string[]
}

/** Where the files of a language are, and its program, which its README and Dockerfile name. */
const languageFiles: Readonly<Record<TemplateLanguage, { parts: readonly string[]; program: string }>> = {
  javascript: { parts: ['node', 'languages/javascript'], program: 'src/main.js' },
  typescript: { parts: ['node', 'languages/typescript'], program: 'src/main.ts' },
  python: { parts: ['languages/python'], program: 'app.py' },
  java: { parts: ['languages/java'], program: 'src/App.java' },
  go: { parts: ['languages/go'], program: 'main.go' },
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
  const { language = 'javascript' } = request
  if (language !== 'javascript' && template !== 'webhook')
    throw wrongUsage(`There is no ${template} template in ${language}.`, 'Choose webhook, or JavaScript.')
  const { parts, program } = languageFiles[language]
  for (const [path, source] of filesOf([`${template}/${language}`, ...parts, 'common'])) {
    write(dotted.has(path) ? `.${path}` : path, source)
  }
  write(manifestName, join(folder, template, manifestName))
  result.files.sort()
  return result

  function write(target: string, source: string): void {
    const replace = force && target === manifestName
    if (existsSync(join(dir, target)) && !replace) {
      result.kept.push(target)
      return
    }
    mkdirSync(dirname(join(dir, target)), { recursive: true })
    writeFileSync(
      join(dir, target),
      fillIn(target, readFileSync(source, 'utf8').replace('my-program', program), request),
    )
    result.files.push(target)
  }
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
  if (path !== manifestName) return text.replaceAll('my-org/my-app', name)
  const named = text.replace('my-org/my-app', name)
  return variant === 'enterprise'
    ? named.replace('"connected"', '"enterprise"').replace('"policy.issue"', '"policy.quote.issue"')
    : named
}
