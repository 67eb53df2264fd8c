import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Manifest, type Problem, parseManifest, type Variant } from '@mkt/manifest'
import { Abort } from '../../abort.ts'
import { buildDefinitionOf } from './build-definition.ts'
import { replaceVersion } from './replace-version.ts'
import { writeFileWhole } from './write-file.ts'

export const manifestName = 'platform-app.json'

/** An application's folder with the text of its manifest. */
export interface AppFolder {
  dir: string
  /** The manifest's file, links resolved. */
  file: string
  text: string
}

/** A folder that is there, whatever it holds. */
export function existingFolder(cwd: string, given = '.'): string {
  const dir = resolve(cwd, given)
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true) return dir
  throw new Abort('folder_missing', `There is no folder ${dir}.`, { fix: 'Name the folder of the app.' })
}

/** Opens the folder of an application; the manifest's own path will do as well. */
export function openFolder(cwd: string, given = '.'): AppFolder {
  const path = resolve(cwd, given)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const named = isFile ? path : join(path, manifestName)
  if (!existsSync(named))
    throw new Abort('manifest_missing', `There is no ${manifestName} in ${path}.`, {
      fix: 'Name the folder of the app, or write a manifest with "mkt init".',
    })
  const file = realpathSync(named)
  return { dir: isFile ? dirname(path) : path, file, text: readFileSync(file, 'utf8') }
}

export interface Checked {
  manifest: Manifest | undefined
  problems: Problem[]
  warnings: Problem[]
}

/** Everything to say about the folder: the manifest's rules, and whether there is a way to build a container. */
export function checkFolder(folder: AppFolder, variant?: Variant): Checked {
  const { manifest, problems, warnings } = parseManifest(folder.text, { variant })
  const all = [...warnings]
  if (buildDefinitionOf(folder.dir) === undefined) all.push(missingDefinition)
  return { manifest, problems, warnings: all }
}

const missingDefinition: Problem = {
  rule: 'build.definition.missing',
  severity: 'warning',
  pointer: '',
  line: 1,
  column: 1,
  message: 'The folder has no container build definition.',
  fix: 'Add a Dockerfile; "mkt init" writes one.',
}

/** The manifest, when nothing is wrong with it. */
export function validManifest(folder: AppFolder, variant?: Variant): Manifest {
  const { manifest, problems } = checkFolder(folder, variant)
  if (manifest) return manifest
  const lines = problems.map((problem) => describeProblem(problem))
  throw new Abort('manifest_invalid', `${folder.file} has problems:\n  ${lines.join('\n  ')}`, {
    fix: 'Fix them and try again.',
    extra: { problems },
  })
}

export function describeProblem({ line, column, message, rule, severity, fix }: Problem, file = manifestName): string {
  const mark = severity === 'warning' ? 'warning: ' : ''
  return `${file}:${line}:${column} ${mark}${message} ${fix} (${rule})`
}

/** The manifest's text with another version. */
export function withVersion(folder: AppFolder, version: string): string {
  const text = replaceVersion(folder.text, version)
  if (text !== undefined) return text
  throw new Abort('manifest_invalid', `${folder.file} has no version to replace.`, {
    fix: 'Add "version": "1.0.0".',
  })
}

export function writeManifest(folder: AppFolder, text: string): void {
  writeFileWhole(folder.file, text)
}
