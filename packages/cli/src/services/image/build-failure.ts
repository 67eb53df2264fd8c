import { Abort } from '../../abort.ts'

interface Cause {
  code: string
  says: RegExp
  what: string
  fix(dockerfile: string): string
}

/** What Docker and Podman say when the base image is the trouble; nothing of it is the Dockerfile's fault. */
const causes: readonly Cause[] = [
  {
    code: 'registry_unauthorized',
    says: /pull access denied|unauthorized:|authentication required|denied: requested access|incorrect username or password/i,
    what: 'The registry of the base image refuses to give it',
    fix: (dockerfile) => `Log in with "docker login", and check the name behind FROM in the ${dockerfile}.`,
  },
  {
    code: 'image_missing',
    says: /manifest (for .+ )?(unknown|not found)|manifest unknown|no such image|name unknown|reading manifest .+ not found/i,
    what: 'The base image does not exist',
    fix: (dockerfile) => `Check the name and tag behind FROM in the ${dockerfile}.`,
  },
  {
    code: 'rate_limited',
    says: /toomanyrequests|pull rate limit|429 too many requests/i,
    what: 'The registry of the base image asks to wait',
    fix: () => 'Try again later, or log in with "docker login".',
  },
  {
    code: 'registry_unreachable',
    says: /(\/v2\/|registry|docker:\/\/|failed to (do request|resolve|fetch)).*(dial tcp|no such host|timeout|connection (refused|reset)|network is unreachable|no route to host|deadline exceeded|server misbehaving|temporary failure|EOF|x509|proxyconnect)/is,
    what: 'The registry of the base image is out of reach',
    fix: () =>
      'Check the network of this machine and its proxy; bring the base image here first ("docker pull", "docker load"); or give --no-dockerfile for a Node app.',
  },
]

/** Says why an image could not be built: the base image cannot be had, or a step of the Dockerfile failed. */
export function buildFailure(message: string, dockerfile: string): Abort {
  const cause = causes.find(({ says }) => says.test(message))
  if (cause === undefined)
    return new Abort('build_failed', `Docker could not build the image: ${message}`, {
      fix: `Fix the ${dockerfile}; the lines above say where. --no-dockerfile builds a Node app without it.`,
    })
  return new Abort(cause.code, `${cause.what}: ${message}`, { fix: cause.fix(dockerfile) })
}
