#!/usr/bin/env -S sh -c 'n=$(dirname "$(readlink -f "$0")")/../../../node_modules/.bin/node; [ -x "$n" ] || n=node; exec "$n" "$0" "$@"'
// The line above takes the Node of this clone, for the one on the path may be too old to run TypeScript.
import { fetch } from 'undici'
import { type CommandLine, HELP, readCommandLine } from './options.ts'
import { startSimulator } from './start-simulator.ts'

async function serve(commandLine: Extract<CommandLine, { command: 'serve' }>): Promise<void> {
  const simulator = await startSimulator(commandLine.options)
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    simulator.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('SIGHUP', end)
  if (commandLine.endWithParent) {
    process.stdin.on('end', end)
    process.stdin.on('close', end)
    process.stdin.on('error', end)
    process.stdin.resume()
  }
  process.stdout.write(`${JSON.stringify(simulator.ready)}\n`)
}

async function post(url: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  process.stdout.write(`${await response.text()}\n`)
  if (!response.ok) process.exitCode = 1
}

try {
  const commandLine = readCommandLine(process.argv.slice(2), process.env)
  if (commandLine.command === 'help') process.stdout.write(HELP)
  else if (commandLine.command === 'serve') await serve(commandLine)
  else await post(commandLine.url, commandLine.body)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
