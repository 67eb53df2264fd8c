#!/usr/bin/env -S sh -c 'n=$(dirname "$(readlink -f "$0")")/../../../node_modules/.bin/node; [ -x "$n" ] || n=node; exec "$n" "$0" "$@"'
// The line above takes the Node of this clone, for the one on the path may be too old to run TypeScript.
import module from 'node:module'

// An older Node would fail at an import, with words that help nobody; so everything else is imported after this.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `mkt: This is Node ${process.versions.node}, and mkt needs 22.13 or newer.\n  Install one from https://nodejs.org, or run: npx --package node@24 -- mkt …\n`,
  )
  process.exit(1)
}
// Types are stripped and code is compiled once, not at every start.
module.enableCompileCache()
const { run } = await import('./run.ts')
const { processWorld } = await import('./world.ts')

// A reader that has seen enough (`mkt logs | head`) closes the pipe: that is not our failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), processWorld())
// Connections kept alive for a next request must not hold the process.
if (process.stdout.writableLength === 0) process.exit()
process.stdout.once('drain', () => process.exit())
