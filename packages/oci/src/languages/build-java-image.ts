import { createHash } from 'node:crypto'
import { cp, glob, mkdir, mkdtemp, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { defaultCacheDir } from '../build/cached-layer.ts'
import { folderTrees } from '../build/folder-tree.ts'
import { rootTree } from '../build/root-tree.ts'
import { executableItem, fileItem, type Tree, walk } from '../build/tree.ts'
import type { Image } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { assembleProgram } from './assemble-program.ts'
import type { LanguageOptions } from './language-options.ts'
import { libraryFiles } from './library-files.ts'
import { runTool } from './run-tool.ts'

const lacking = 'install a JDK with jlink, or build from a Dockerfile'
/** Loaded only when they are needed, so that no tool finds them: TLS with elliptic curves, other character sets. */
const always = ['java.base', 'java.logging', 'java.net.http', 'jdk.crypto.ec', 'jdk.httpserver', 'jdk.charsets']

/**
 * Builds an image of a Java application without Docker: its jar, or its sources compiled here, on a runtime of only the
 * modules it uses. Jars in `lib` are on its class path.
 */
export async function buildJavaImage(options: LanguageOptions): Promise<Image> {
  const dir = resolve(options.dir)
  const work = await mkdtemp(join(tmpdir(), 'mkt-java-'))
  try {
    const program = await javaProgram(dir, work, options.say)
    const runtime = await javaRuntime(dir, program.path, options)
    const { code, assets, leftOut } = await folderTrees(dir, (path) =>
      /\.java$|^(target|build|pom\.xml|gradle.*)(\/|$)/.test(path),
    )
    for (const [path, source] of program.files) code.set(path, await fileItem(path, source))
    return await assembleProgram(options, {
      layers: [
        { name: 'runtime', tree: runtime.tree },
        { name: 'assets', tree: assets },
        { name: 'code', tree: code },
      ],
      argv: ['/usr/local/java/bin/java', '-XX:MaxRAMPercentage=75', '-cp', program.classPath, program.main],
      env: { JAVA_HOME: '/usr/local/java' },
      origin: program.origin,
      runtime: `Java ${runtime.version} of this machine, ${runtime.modules} modules`,
      leftOut,
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

interface JavaProgram {
  /** Path in the image → file here. */
  files: Map<string, string>
  /** What is examined for the modules it uses. */
  path: string
  classPath: string
  main: string
  origin: string
}

async function javaProgram(dir: string, work: string, say: LanguageOptions['say']): Promise<JavaProgram> {
  const jars: string[] = []
  for await (const path of glob(['*.jar', 'target/*.jar', 'build/libs/*.jar'], { cwd: dir })) jars.push(path)
  const programs = jars.filter((path) => !/-(sources|javadoc|plain|tests)\.jar$|^target\/original-/.test(path)).sort()
  if (programs.length > 1)
    throw new OciError(
      'build_impossible',
      `${dir} has several jars (${programs.join(', ')}); remove all but the one to run`,
    )
  const [jar] = programs
  if (jar !== undefined) return ofJar(dir, jar, work)
  return ofSources(dir, work, say)
}

async function ofJar(dir: string, jar: string, work: string): Promise<JavaProgram> {
  await runTool('jar', ['xf', join(dir, jar), 'META-INF/MANIFEST.MF'], { cwd: work, lacking })
  const text = await readFile(join(work, 'META-INF/MANIFEST.MF'), 'utf8')
  const main = /^Main-Class:\s*(\S+)/m.exec(text)?.[1]
  if (main === undefined)
    throw new OciError('build_impossible', `${jar} names no Main-Class in its manifest; name it there`)
  const files = new Map([['app/app.jar', join(dir, jar)]])
  return { files, path: join(dir, jar), classPath: '/app/app.jar:/app/lib/*', main, origin: jar }
}

async function ofSources(dir: string, work: string, say: LanguageOptions['say']): Promise<JavaProgram> {
  const sources: string[] = []
  for await (const path of glob('**/*.java', { cwd: dir, exclude: (name) => /^(test|target|build|\.mkt)$/.test(name) }))
    if (!/(^|\/)src\/test\//.test(path)) sources.push(path)
  if (sources.length === 0)
    throw new OciError('build_impossible', `${dir} has neither a jar nor Java sources; build the jar first`)
  const mains: string[] = []
  for (const path of sources) {
    const text = await readFile(join(dir, path), 'utf8')
    if (!/public\s+static\s+void\s+main\s*\(/.test(text)) continue
    const pack = /^\s*package\s+([\w.]+)\s*;/m.exec(text)?.[1]
    mains.push([...(pack ? [pack] : []), basename(path, '.java')].join('.'))
  }
  const [main] = mains
  if (main === undefined || mains.length > 1)
    throw new OciError(
      'build_impossible',
      `${dir} has ${mains.length} classes with a main method; it needs exactly one`,
    )
  const classes = join(work, 'classes')
  say?.(`javac of ${sources.length} files`)
  await runTool('javac', ['-d', classes, '-cp', join(dir, 'lib', '*'), ...sources.sort()], { cwd: dir, lacking })
  const files = new Map<string, string>()
  for await (const path of walk(classes, () => true)) files.set(`app/classes/${path}`, join(classes, path))
  return { files, path: classes, classPath: '/app/classes:/app/lib/*', main, origin: `the main method of ${main}` }
}

/** A runtime of the modules that the program uses, made by jlink and kept. */
async function javaRuntime(
  dir: string,
  program: string,
  { cacheDir = defaultCacheDir(), say }: LanguageOptions,
): Promise<{ tree: Tree; version: string; modules: number }> {
  const used = await runTool(
    'jdeps',
    ['--print-module-deps', '--ignore-missing-deps', '--multi-release', 'base', '-cp', join(dir, 'lib', '*'), program],
    { cwd: dir, lacking },
  )
  const modules = [...new Set([...always, ...used.trim().split(',')])].sort()
  const java = await realpath((await runTool('sh', ['-c', 'command -v jlink'], { cwd: dir, lacking })).trim())
  const version = (await runTool('jlink', ['--version'], { cwd: dir, lacking })).trim()
  const key = createHash('sha256')
    .update(`java-1 ${java} ${version} ${modules.join(',')}`)
    .digest('hex')
  const home = join(cacheDir, 'java', key)
  if ((await stat(home).catch(() => undefined)) === undefined) {
    say?.(`jlink of ${modules.length} modules`)
    const draft = await mkdtemp(join(tmpdir(), 'mkt-jlink-'))
    const out = join(draft, 'runtime')
    const args = ['--strip-debug', '--no-header-files', '--no-man-pages', '--add-modules', modules.join(',')]
    await runTool('jlink', [...args, '--output', out], { cwd: dir, lacking })
    await moveInto(out, home)
    await rm(draft, { recursive: true, force: true })
  }
  return { tree: await runtimeTree(home), version, modules: modules.length }
}

async function moveInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const draft = await mkdtemp(`${to}.`)
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(draft, { recursive: true, force: true })
}

async function runtimeTree(home: string): Promise<Tree> {
  const tree = rootTree()
  const modules: string[] = []
  for await (const path of walk(home, (each) => !/^legal(\/|$)/.test(each))) {
    const to = `usr/local/java/${path}`
    tree.set(to, await fileItem(to, join(home, path)))
    if (path.endsWith('.so')) modules.push(join(home, path))
  }
  for (const [to, from] of await libraryFiles(join(home, 'bin/java'), modules, home))
    tree.set(to, await executableItem(to, from))
  return tree
}
