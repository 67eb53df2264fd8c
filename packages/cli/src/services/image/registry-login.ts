import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/**
 * What `docker login` or `podman login` stored for a registry in its own file. Logins kept by a credential helper are not seen:
 * such images are taken by way of the local Docker.
 */
export function registryLogin(env: Env, registry: string): { username: string; password: string } | undefined {
  for (const file of loginFiles(env)) {
    const auth = storedIn(file)?.[registry]?.auth
    const text = auth === undefined ? '' : Buffer.from(auth, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    if (colon > 0) return { username: text.slice(0, colon), password: text.slice(colon + 1) }
  }
  return undefined
}

function loginFiles(env: Env): string[] {
  const docker = env.DOCKER_CONFIG || join(env.HOME || homedir(), '.docker')
  return [
    ...(env.REGISTRY_AUTH_FILE ? [env.REGISTRY_AUTH_FILE] : []),
    join(docker, 'config.json'),
    ...(env.XDG_RUNTIME_DIR ? [join(env.XDG_RUNTIME_DIR, 'containers', 'auth.json')] : []),
  ]
}

function storedIn(file: string): Record<string, { auth?: string }> | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { auths?: Record<string, { auth?: string }> }).auths
  } catch {
    // No login is stored there, or in a form of another time: the registry may still let everybody read.
    return undefined
  }
}
