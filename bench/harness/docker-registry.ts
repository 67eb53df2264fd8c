import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@mkt/engines'

export interface DockerRegistry {
  origin: string
  pid: number
  stop(): Promise<void>
}

/** Debian's docker-registry on a folder of its own, or undefined where it is not installed. */
export async function startDockerRegistry(dir: string): Promise<DockerRegistry | undefined> {
  const port = await freePort()
  const file = join(dir, 'registry.yml')
  const storage = `storage:\n  filesystem:\n    rootdirectory: ${join(dir, 'blobs')}\n`
  writeFileSync(file, `version: 0.1\nlog:\n  level: error\n${storage}http:\n  addr: 127.0.0.1:${port}\n`)
  const child = spawn('docker-registry', ['serve', file], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()).on('error', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.pid === undefined) return undefined
    const ready = await fetch(`${origin}/v2/`).then(
      () => true,
      () => false,
    )
    if (ready) break
    await delay(100)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { origin, pid: child.pid ?? 0, stop }
}
