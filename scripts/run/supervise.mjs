import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { afterEnd, restartPolicy } from './restart-policy.mjs'

const HEAR_MS = 1_000
const numberOf = (signal) => 128 + (constants.signals[signal] ?? 1)
const words = (code, signal) => (signal === null ? `exit code ${code}` : `signal ${signal}`)

/**
 * Runs the program and brings it back when it ends by itself. It says when it is ready and which variables start the same again, by a message.
 * Signals are passed on, its orderly end is ours, and it dies with us.
 */
export function supervise(node, args, { cwd, env = process.env, policy = restartPolicy } = {}) {
  const say = (text) => process.stderr.write(`${text}\n`)
  let child
  let timer
  let stopping = false
  let everReady = false
  let again = {}
  let ends = []

  function start() {
    timer = undefined
    // Killed along with us, as it would be without us; where the system cannot do that, it ends when the channel closes.
    const tied = process.platform === 'linux' && existsSync('/usr/bin/setpriv')
    const [command, rest] = tied ? ['/usr/bin/setpriv', ['--pdeathsig', 'KILL', '--', node, ...args]] : [node, args]
    child = spawn(command, rest, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], cwd, env: { ...env, ...again } })
    child.on('message', (message) => {
      if (message?.ready !== true) return
      if (ends.length > 0) say('MKT is back.')
      everReady = true
      again = { ...again, ...message.again }
    })
    child.on('error', (error) => {
      say(`${node} cannot be started: ${error.message}`)
      process.exit(1)
    })
    let hearNoMore
    const silent = new Promise((resolve) => {
      hearNoMore = resolve
    })
    child.on('disconnect', hearNoMore)
    child.on('exit', (code, signal) => {
      // Its last message may still be on its way.
      setTimeout(hearNoMore, HEAR_MS)
      silent.then(() => ended(code, signal))
    })
  }

  function ended(code, signal) {
    child = undefined
    const next = afterEnd({ code, signal, stopping, everReady, ends, now: Date.now() }, policy)
    if (next.kind === 'exit') process.exit(signal === null ? next.code : numberOf(signal))
    ends = next.ends
    if (next.kind === 'again') {
      const wait = next.afterMs / 1000
      say(
        `MKT ended unexpectedly (${words(code, signal)}); starting it again in ${wait} s (${ends.length} of ${policy.most}).`,
      )
      timer = setTimeout(start, next.afterMs)
      return
    }
    const times = ends.length === 1 ? 'once' : `${ends.length} times in ${Math.round(policy.withinMs / 60_000)} minutes`
    say(
      `MKT ended unexpectedly ${times}, last with ${words(code, signal)}, and is not started again.\n` +
        'The lines above say why. Nothing is lost: correct the cause and start it again.',
    )
    process.exit(signal === null ? (code ?? 1) : numberOf(signal))
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopping = true
      clearTimeout(timer)
      if (child === undefined) process.exit(0)
      child.kill(signal)
    })
  }
  start()
}
