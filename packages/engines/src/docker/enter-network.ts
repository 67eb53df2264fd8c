import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readlinkSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import type Docker from 'dockerode'
import { findTool, TOOL_PATH } from '../sandbox/tools.ts'
import { type DaemonFacts, mustPublish } from './daemon.ts'
import { absent, messageOf } from './errors.ts'
import { planPause } from './guarded-plan.ts'
import { ensurePauseImage, PAUSE_PROGRAM } from './pause-image.ts'

const run = promisify(execFile)

/** Why the networks of this daemon's containers cannot be guarded from here; null where they can. It is tried with a container. */
export async function whyNotGuarded(docker: Docker, facts: DaemonFacts, scope: string): Promise<string | null> {
  if (mustPublish(facts))
    return 'the daemon runs rootless or in a virtual machine, where this process cannot enter networks'
  if (process.getuid?.() !== 0) return 'the platform must run as root on the machine of the daemon to enter networks'
  const lacking = ['nsenter', 'ip'].filter((name) => findTool(name) === null)
  if (lacking.length > 0) return `the platform needs ${lacking.join(' and ')} (Debian: util-linux, iproute2)`
  try {
    return await tryOne(docker, scope)
  } catch (error) {
    return `the network of a container could not be entered (${messageOf(error).trim().split('\n').at(-1)})`
  }
}

async function tryOne(docker: Docker, scope: string): Promise<string | null> {
  const image = await ensurePauseImage(docker)
  if (image === null) return `there is no program for ${process.arch} that could own a network`
  const instanceId = `try-${randomBytes(6).toString('hex')}`
  const container = await docker.createContainer(planPause({ scope, image, instanceId, network: null }))
  try {
    await container.start()
    const { NetworkSettings, State } = await container.inspect()
    const network = networkFile(NetworkSettings, State.Pid)
    // The same namespace by its file and by the process: neither is that of another machine or container.
    const isOwn = readlinkSync(`/proc/${State.Pid}/ns/net`) === `net:[${statSync(network).ino}]`
    if (!isOwn || readlinkSync(`/proc/${State.Pid}/exe`) !== `/${PAUSE_PROGRAM}`)
      return 'the daemon does not run on this machine'
    await run('nsenter', [`--net=${network}`, '--', 'ip', 'link', 'set', 'lo', 'up'], { env: { PATH: TOOL_PATH } })
    return null
  } finally {
    await container.remove({ force: true, v: true }).catch(absent)
  }
}

/** The file by which the network namespace of a container is entered: the daemon's, or that of its process where it names none, as Podman. */
export function networkFile(settings: object, pid: number): string {
  const { SandboxKey } = settings as { SandboxKey?: string }
  return SandboxKey || `/proc/${pid}/ns/net`
}
