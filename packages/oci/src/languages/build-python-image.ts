import { mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Architecture } from '../build/architecture.ts'
import { cachedLayer, defaultCacheDir } from '../build/cached-layer.ts'
import { assertFor, isFor } from '../build/elf.ts'
import { folderTrees } from '../build/folder-tree.ts'
import { librariesOf } from '../build/libraries.ts'
import { rootTree } from '../build/root-tree.ts'
import { executableItem, fileItem, type Tree, walk } from '../build/tree.ts'
import type { Image } from '../model.ts'
import { OciError } from '../oci-error.ts'
import type { WrittenLayer } from '../write-layer.ts'
import { assembleProgram } from './assemble-program.ts'
import type { LanguageOptions } from './language-options.ts'
import { libraryFiles } from './library-files.ts'
import { runTool } from './run-tool.ts'
import { vendoredLibraries } from './vendored-libraries.ts'

/** Programs that are looked for, in this order. */
const pythonPrograms = ['app.py', 'main.py', 'server.py', 'src/app.py', 'src/main.py']

const lacking = 'install Python 3, or build from a Dockerfile'

/**
 * Builds an image of a Python application without Docker: the interpreter of this machine with its standard library, what
 * `requirements.txt` names, and the folder. Close the image to remove its temporary files.
 */
export async function buildPythonImage(options: LanguageOptions): Promise<Image> {
  const dir = resolve(options.dir)
  const work = await mkdtemp(join(tmpdir(), 'mkt-python-'))
  try {
    const program = options.cmd === undefined ? await findPython(dir) : ''
    const { code, assets, leftOut } = await folderTrees(dir, options)
    if (program !== '' && !code.has(`app/${program}`))
      throw new OciError(
        'build_impossible',
        `the program ${program} is left out of the image; take it in with a line "!${program}" in .dockerignore`,
      )
    const { architecture = 'amd64' } = options
    const python = await inspectPython(dir)
    options.say?.(`Python ${python.version} of ${python.executable}`)
    const runtime = await pythonLayer(python, options.cacheDir ?? defaultCacheDir(), architecture)
    const requirements = await vendored(dir, work, python, options)
    return await assembleProgram(options, {
      layers: [
        { name: 'runtime', written: runtime },
        { name: 'dependencies', tree: requirements },
        { name: 'assets', tree: assets },
        { name: 'code', tree: code },
      ],
      argv: ['/usr/local/bin/python3', program],
      env: { PYTHONPATH: '/app:/app/vendor', PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1' },
      origin: 'the usual name',
      runtime: `Python ${python.version} of this machine`,
      leftOut,
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The program of a folder by its name, or a refusal. */
export async function findPython(dir: string): Promise<string> {
  for (const name of pythonPrograms) if ((await stat(join(dir, name)).catch(() => undefined))?.isFile()) return name
  throw new OciError(
    'build_impossible',
    `${dir} has none of ${pythonPrograms.join(', ')}; give the program such a name, or build it with "mkt build --cmd" and deploy the archive`,
  )
}

interface Python {
  executable: string
  version: string
  /** `python3.11`. */
  name: string
  stdlib: string
}

async function inspectPython(dir: string): Promise<Python> {
  const facts =
    'import sys,sysconfig,os,json;print(json.dumps([os.path.realpath(sys.executable),sys.version.split()[0],sysconfig.get_path("stdlib")]))'
  const text = await runTool('python3', ['-c', facts], { cwd: dir, lacking })
  const [executable = '', version = '', stdlib = ''] = JSON.parse(text) as string[]
  return { executable, version, stdlib, name: `python${version.split('.').slice(0, 2).join('.')}` }
}

const unwanted =
  /(^|\/)(__pycache__|site-packages|dist-packages|test|tests|idlelib|tkinter|turtledemo|ensurepip|lib2to3|config-[^/]*)(\/|$)|(^|\/)_tkinter[^/]*\.so$/

async function pythonLayer(
  { executable, version, name, stdlib }: Python,
  cacheDir: string,
  architecture: Architecture,
): Promise<WrittenLayer> {
  await assertFor(executable, architecture, `use an ${architecture} Python`)
  const root = await realpath(stdlib)
  const below = rootTree()
  const files = new Map([['usr/local/bin/python3', executable]])
  const plain = new Map<string, string>()
  const modules: string[] = []
  for await (const path of walk(root, (each) => !unwanted.test(each), '', 'skip')) {
    const to = `usr/local/lib/${name}/${path}`
    plain.set(to, join(root, path))
    if (path.endsWith('.so')) modules.push(join(root, path))
  }
  for (const [to, from] of await libraryFiles(executable, modules, root, architecture)) files.set(to, from)
  return cachedLayer(cacheDir, `python-2 ${version} ${root}`, files, below, plain)
}

/** What `requirements.txt` names, installed by pip into `app/vendor`. */
async function vendored(
  dir: string,
  work: string,
  python: Python,
  { say, architecture = 'amd64' }: LanguageOptions,
): Promise<Tree> {
  const tree: Tree = new Map()
  const text = await readFile(join(dir, 'requirements.txt'), 'utf8').catch(() => '')
  if (!/^\s*[^#\s]/m.test(text)) return tree
  say?.('pip install -r requirements.txt')
  const target = join(work, 'vendor')
  const args = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--no-compile', '--target', target]
  await runTool('python3', [...args, '-r', 'requirements.txt'], { cwd: dir, lacking })
  const modules: string[] = []
  for await (const path of walk(target, (each) => !/(^|\/)__pycache__(\/|$)|^bin(\/|$)/.test(each))) {
    const from = join(target, path)
    if (/\.so(\.|$)/.test(path) && !(await isFor(from, architecture)))
      throw new OciError(
        'build_impossible',
        `${path.split('/')[0]} has a compiled module that is not for Linux on ${architecture}`,
      )
    if (/\.so(\.|$)/.test(path)) modules.push(path)
    tree.set(`app/vendor/${path}`, await fileItem(`app/vendor/${path}`, from))
  }
  for (const [to, source] of await vendoredLibraries(target, modules, await librariesOf(python.executable)))
    tree.set(to, await executableItem(to, source))
  return tree
}
