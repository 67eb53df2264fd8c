import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

// Node refuses .ts files inside node_modules, so the published SDK is compiled, as ESM and as CommonJS, into a folder
// of its own with its own package.json. The contract's types are copied in: the package has no dependencies.

const root = resolve(import.meta.dirname, '..')
const sdk = join(root, 'packages/sdk')

/** Builds the publishable package below `out` and gives back the path of its folder. */
export function buildSdk(out: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'mkt-sdk-'))
  try {
    copySources(stage)
    mkdirSync(out, { recursive: true })
    compile(stage, join(out, 'esm'), 'module')
    compile(stage, join(out, 'cjs'), 'commonjs')
  } finally {
    rmSync(stage, { recursive: true })
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`)
  cpSync(join(sdk, 'README.md'), join(out, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
  return out
}

/** Packs one of our built packages; gives back the path of the tarball. */
export function packPackage(built: string, destination: string): string {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', destination], {
    cwd: built,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const answer = JSON.parse(output) as { filename: string }[] | Record<string, { filename: string }>
  const [packed] = Object.values(answer)
  if (!packed) throw new Error(`npm pack made no tarball of ${built}`)
  return join(destination, packed.filename)
}

function copySources(stage: string): void {
  const contract = join(stage, 'src/contract')
  cpSync(join(sdk, 'src'), join(stage, 'src'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  cpSync(join(root, 'packages/contract/src/app'), contract, {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  })
  for (const entry of readdirSync(join(stage, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const toContract = relative(dirname(path), join(contract, 'index.ts'))
    const specifier = toContract.startsWith('.') ? toContract : `./${toContract}`
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll("'@mkt/contract/app'", `'${specifier}'`))
  }
}

function compile(stage: string, out: string, type: 'module' | 'commonjs'): void {
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ type }))
  writeFileSync(
    join(stage, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        rootDir: join(stage, 'src'),
        outDir: out,
        declaration: true,
        target: 'ES2022',
        verbatimModuleSyntax: false,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['src'],
    }),
  )
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', stage], { stdio: ['ignore', 'inherit', 'inherit'] })
  writeFileSync(join(out, 'package.json'), `${JSON.stringify({ type })}\n`)
}

function describePackage(): object {
  const source = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as Record<string, string>
  const entry = (path: string) => ({
    import: { types: `./esm/${path}.d.ts`, default: `./esm/${path}.js` },
    require: { types: `./cjs/${path}.d.ts`, default: `./cjs/${path}.js` },
  })
  return {
    name: source.name,
    version: source.version,
    description: source.description,
    license: source.license,
    type: 'module',
    engines: { node: '>=20' },
    main: './cjs/index.js',
    types: './esm/index.d.ts',
    exports: { '.': entry('index'), './testing': entry('testing/index'), './package.json': './package.json' },
    files: ['esm', 'cjs'],
    sideEffects: false,
  }
}

if (import.meta.main) {
  const out = resolve(process.argv[2] ?? join(sdk, 'dist'))
  rmSync(out, { recursive: true, force: true })
  process.stdout.write(`${packPackage(buildSdk(join(out, 'package')), out)}\n`)
}
