import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface DockerDaemon {
  host: string
  stop(): Promise<void>
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ socketPath, path: '/_ping', timeout: 2000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    ping.on('timeout', () => ping.destroy())
    ping.on('error', () => resolve(false))
    ping.end()
  })
}

/** The daemon that is already there: DOCKER_HOST, or the usual socket. */
export async function presentDaemon(): Promise<DockerDaemon | undefined> {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock'
  const usable = host.startsWith('unix://') ? await answers(host.slice('unix://'.length)) : true
  return usable ? { host, stop: async () => {} } : undefined
}

/** A private Docker daemon in a folder of its own, for machines without a running one. Needs root. */
export async function privateDaemon(): Promise<DockerDaemon | string> {
  if (process.getuid?.() !== 0) return 'no container daemon answers, and starting one needs root'
  const home = mkdtempSync(join(tmpdir(), 'mkt-docker-'))
  const socket = join(home, 'docker.sock')
  const log = join(home, 'dockerd.log')
  const output = openSync(log, 'w')
  const arguments_ = ['--data-root', join(home, 'data'), '--exec-root', join(home, 'exec')]
  arguments_.push('--host', `unix://${socket}`, '--pidfile', join(home, 'dockerd.pid'))
  arguments_.push('--default-ulimit', 'nofile=1024:1024')
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
  const daemon = spawn('dockerd', arguments_, { stdio: ['ignore', output, output], env })
  const ended = new Promise<void>((resolve) => {
    daemon.on('exit', () => resolve())
    daemon.on('error', () => resolve())
  })

  async function stop(): Promise<void> {
    if (daemon.exitCode === null) daemon.kill('SIGTERM')
    await Promise.race([ended, wait(20_000).then(() => daemon.kill('SIGKILL'))])
    // What the daemon mounted would make the folder undeletable.
    spawnSync('sh', ['-c', `grep -o "${home}[^ ]*" /proc/mounts | sort -r | xargs -r -n1 umount -l`])
    rmSync(home, { recursive: true, force: true })
  }

  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(100)) {
    if (await answers(socket)) return { host: `unix://${socket}`, stop }
    if (daemon.exitCode !== null) break
  }
  const reason = readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? ''
  await stop()
  return `dockerd did not start: ${reason}`
}
