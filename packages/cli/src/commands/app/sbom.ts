import { relative, resolve } from 'node:path'
import { count } from '@mkt/contract/text'
import { type Contents, cycloneDx } from '@mkt/oci/sbom'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { interruptible } from '../../interruptible.ts'
import { writeFileWhole } from '../../services/app/write-file.ts'
import { readMaterials } from '../../services/image/read-materials.ts'
import { toolVersion } from '../../tool-version.ts'

interface Options {
  output?: string
}

export function addSbom(program: Command, setup: Setup): void {
  const command = program
    .command('sbom [target]')
    .description('bill of materials of an image or a folder, as CycloneDX 1.6; works offline')
    .option('-o, --output <file>', 'write the bill of materials to this file')
  examples(command, [
    'mkt sbom',
    'mkt sbom .mkt/rater-1.2.0.tar -o sbom.json',
    'mkt sbom acme/rater:latest > sbom.json',
  ])
  act(command, setup, sbom)
}

async function sbom(context: Context, target: string | undefined, options: Options): Promise<Result> {
  const { cwd, env } = context
  const { contents, subject } = await interruptible((signal) => readMaterials(target ?? '.', { cwd, env, signal }))
  const bom = cycloneDx(contents, subject, { now: new Date(), tool: { name: 'mkt', version: toolVersion() } })
  const text = `${JSON.stringify(bom, null, 2)}\n`
  const lines = summary(contents)
  if (options.output === undefined) return { data: bom, text: lines, bytes: Buffer.from(text) }
  const file = resolve(cwd, options.output)
  writeFileWhole(file, text)
  return { data: bom, text: [...lines, `Written to ${relative(cwd, file) || file}`] }
}

const kinds: Record<Contents['components'][number]['type'], string> = {
  deb: 'Debian',
  apk: 'Alpine',
  npm: 'npm',
  pypi: 'PyPI',
  maven: 'Maven',
  golang: 'Go',
  generic: 'runtime',
}

function summary({ components, unread }: Contents): string[] {
  const groups = Map.groupBy(components, (component) => kinds[component.type])
  return [
    `${count(components.length, 'package')}${groups.size === 0 ? '' : ':'}`,
    ...[...groups].map(([kind, found]) => `  ${kind.padEnd(8)} ${found.length}`),
    ...(unread.length === 0 ? [] : [`${count(unread.length, 'file')} could not be read:`]),
    ...unread.slice(0, 20).map(({ path, reason }) => `  ${path}: ${reason}`),
    ...(unread.length > 20 ? [`  and ${unread.length - 20} more; the document names them all`] : []),
  ]
}
