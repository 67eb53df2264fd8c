import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Architecture } from '../build/architecture.ts'
import { cachedLayer, defaultCacheDir } from '../build/cached-layer.ts'
import { assertFor } from '../build/elf.ts'
import { folderTrees } from '../build/folder-tree.ts'
import { rootTree } from '../build/root-tree.ts'
import { fileItem, walk } from '../build/tree.ts'
import type { Image } from '../model.ts'
import { OciError } from '../oci-error.ts'
import type { WrittenLayer } from '../write-layer.ts'
import { assembleProgram } from './assemble-program.ts'
import { findJava, type JavaSources } from './find-java.ts'
import { javaModules, lackingJdk as lacking } from './java-modules.ts'
import type { LanguageOptions } from './language-options.ts'
import { libraryFiles } from './library-files.ts'
import { runTool } from './run-tool.ts'

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
    const { code, assets, leftOut } = await folderTrees(dir, {
      output: options.output,
      skip: (path) => /\.java$|^(target|build|pom\.xml|gradle.*)(\/|$)/.test(path),
    })
    for (const [path, source] of program.files) code.set(path, await fileItem(path, source))
    return await assembleProgram(options, {
      layers: [
        { name: 'runtime', written: runtime.written },
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
  const found = await findJava(dir)
  return 'jar' in found ? ofJar(dir, found.jar, work) : ofSources(dir, found, work, say)
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

async function ofSources(
  dir: string,
  { sources, main }: JavaSources,
  work: string,
  say: LanguageOptions['say'],
): Promise<JavaProgram> {
  const classes = join(work, 'classes')
  say?.(`javac of ${sources.length} files`)
  await runTool('javac', ['-encoding', 'UTF-8', '-d', classes, '-cp', join(dir, 'lib', '*'), ...sources], {
    cwd: dir,
    lacking,
  })
  const files = new Map<string, string>()
  for await (const path of walk(classes, () => true)) files.set(`app/classes/${path}`, join(classes, path))
  const classPath = '/app/classes:/app/lib/*'
  return { files, path: classes, classPath, main, origin: `the main method of ${main}` }
}

/** A runtime of the modules that the program uses, made by jlink and kept. */
async function javaRuntime(
  dir: string,
  program: string,
  { cacheDir = defaultCacheDir(), say, architecture = 'amd64' }: LanguageOptions,
): Promise<{ written: WrittenLayer; version: string; modules: number }> {
  const modules = [...new Set([...always, ...(await javaModules(dir, program))])].sort()
  const java = await realpath((await runTool('sh', ['-c', 'command -v jlink'], { cwd: dir, lacking })).trim())
  const version = (await runTool('jlink', ['--version'], { cwd: dir, lacking })).trim()
  const key = createHash('sha256')
    .update(`java-1 ${java} ${version} ${modules.join(',')}`)
    .digest('hex')
  const home = join(cacheDir, 'java', key)
  if ((await stat(home).catch(() => undefined)) === undefined) {
    say?.(`jlink of ${modules.length} modules`)
    await mkdir(dirname(home), { recursive: true })
    // Beside its place, so that it appears there whole and by one rename.
    const draft = await mkdtemp(`${home}.`)
    try {
      const out = join(draft, 'runtime')
      const args = ['--strip-debug', '--no-header-files', '--no-man-pages', '--add-modules', modules.join(',')]
      await runTool('jlink', [...args, '--output', out], { cwd: dir, lacking })
      await rename(out, home).catch((error: NodeJS.ErrnoException) => {
        // Another build was faster.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      })
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }
  return { written: await runtimeLayer(home, cacheDir, architecture), version, modules: modules.length }
}

async function runtimeLayer(home: string, cacheDir: string, architecture: Architecture): Promise<WrittenLayer> {
  await assertFor(join(home, 'bin/java'), architecture, `use an ${architecture} JDK`)
  const plain = new Map<string, string>()
  const modules: string[] = []
  for await (const path of walk(home, (each) => !/^legal(\/|$)/.test(each))) {
    plain.set(`usr/local/java/${path}`, join(home, path))
    if (path.endsWith('.so')) modules.push(join(home, path))
  }
  const libraries = await libraryFiles(join(home, 'bin/java'), modules, home, architecture)
  return cachedLayer(cacheDir, 'java-1', libraries, rootTree(), plain)
}
