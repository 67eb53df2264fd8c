import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { folderTrees } from '../build/folder-tree.ts'
import { rootTree } from '../build/root-tree.ts'
import { executableItem } from '../build/tree.ts'
import type { Image } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { assembleProgram } from './assemble-program.ts'
import type { LanguageOptions } from './language-options.ts'
import { runTool } from './run-tool.ts'

const lacking = 'install Go, or build from a Dockerfile'

/** Builds an image of a Go application without Docker: one static program, and the files of the folder that are no sources. */
export async function buildGoImage(options: LanguageOptions): Promise<Image> {
  const dir = resolve(options.dir)
  const work = await mkdtemp(join(tmpdir(), 'mkt-go-'))
  try {
    const main = await findGo(dir)
    const binary = join(work, 'app')
    const args = ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid=', '-o', binary, main]
    options.say?.(`go build ${main}`)
    const version = (await runTool('go', ['env', 'GOVERSION'], { cwd: dir, lacking })).trim()
    await runTool('go', args, {
      cwd: dir,
      env: { CGO_ENABLED: '0', GOOS: 'linux', GOARCH: options.architecture ?? 'amd64' },
      lacking,
    })
    const { code, assets, leftOut } = await folderTrees(dir, {
      output: options.output,
      skip: (path) => /\.go$|^go\.(mod|sum|work)$|^vendor(\/|$)/.test(path),
    })
    code.set('app/app', await executableItem('app/app', binary))
    return await assembleProgram(options, {
      layers: [
        { name: 'root', tree: rootTree() },
        { name: 'assets', tree: assets },
        { name: 'code', tree: code },
      ],
      argv: ['/app/app'],
      origin: `package ${main}`,
      runtime: `none: a static program of ${version}`,
      leftOut,
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The program of a Go folder: the folder itself, else the only one below `cmd`. */
export async function findGo(dir: string): Promise<string> {
  for (const name of await readdir(dir)) {
    if (name.endsWith('.go') && /^package main\b/m.test(await readFile(join(dir, name), 'utf8'))) return '.'
  }
  const below = await readdir(join(dir, 'cmd')).catch(() => [])
  const [only] = below
  if (only !== undefined && below.length === 1) return `./cmd/${only}`
  const found = below.length === 0 ? 'no package main' : `several programs below cmd (${below.join(', ')})`
  throw new OciError('build_impossible', `${dir} has ${found}; put the program into the folder itself`)
}
