// The one way in: `npm start`, `npm test` and the rest come through here on the system's Node (20 or newer), with nothing
// installed yet. It installs what is missing, then hands over to the pinned Node, which runs our TypeScript as it is.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Command → file and leading arguments. `from: 'caller'` runs in the folder the user is in, not in the clone; `supervised` brings the program back when
 * it ends by itself. `isServer` spares a start of many modules a sixth of its time, and helpers that a small machine has no processor for.
 */
const commands = {
  start: { file: 'packages/server/src/main.ts', console: true, supervised: true, isServer: true },
  server: { file: 'packages/server/src/main.ts', isServer: true },
  simulator: { file: 'packages/simulator/src/main.ts', isServer: true },
  mkt: { file: 'packages/cli/src/main.ts', from: 'caller' },
  test: { file: 'scripts/test.ts' },
  'test:kubernetes': { file: 'scripts/test.ts', args: ['kubernetes'] },
  verify: { file: 'scripts/verify.ts' },
  generate: { file: 'scripts/generate.ts' },
  lock: { file: 'scripts/lock.ts' },
  layers: { file: 'scripts/layers.ts' },
  format: { file: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '--write', '.'] },
  bench: { file: 'bench/main.ts', console: true },
  chaos: { file: 'scripts/chaos.ts' },
  fuzz: { file: 'scripts/fuzz.ts' },
  crashes: { file: 'scripts/crashes.ts' },
  siege: { file: 'e2e/siege/main.ts' },
  former: { file: 'scripts/former.ts' },
  'demo:reset': { file: 'scripts/demo-reset.ts' },
  build: { file: 'scripts/build.ts' },
  release: { file: 'scripts/release.ts' },
  screenshots: { file: 'e2e/screenshots.ts', console: true },
  'build:packages': { file: 'scripts/pack-packages.ts' },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Node 20 or newer is needed to begin with; this is ${process.version}. Install a newer one and try again.`,
  )
  process.exit(1)
}
if (command === undefined) {
  console.error(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}

// Imported late: an older Node must reach the message above.
const { install } = await import('./run/install.mjs')
const { fewHelpers, launch, pinnedNode, resolveOnce } = await import('./run/launch.mjs')

install(root)
const node = pinnedNode(root)
if (command.console) {
  const { buildConsole } = await import('./run/console.mjs')
  buildConsole(root, node)
}
const file = join(root, command.file)
if (!existsSync(file)) {
  console.error(`${command.file} does not exist in this clone.`)
  process.exit(1)
}
// Types are stripped and code is compiled once, not at every start of a program and of what it starts. The tool for
// publishers sees to that itself: it starts other people's programs.
if (command.from !== 'caller') process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
const caller = process.env.INIT_CWD ?? process.cwd()
const cwd = command.from === 'caller' ? caller : root
const args = [...(command.isServer ? [...fewHelpers(), ...resolveOnce] : []), file, ...(command.args ?? []), ...rest]
if (command.supervised) {
  const { supervise } = await import('./run/supervise.mjs')
  supervise(node, args, { cwd })
} else launch(node, args, { cwd })
