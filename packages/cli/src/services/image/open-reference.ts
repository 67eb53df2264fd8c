import { type Image, OciError, openImage, parseReference } from '@mkt/oci'
import { Abort } from '../../abort.ts'
import { type Credentials, registryCredentials } from '../platform/session.ts'
import { dockerSocket } from './build-tool.ts'
import { registryLogin } from './registry-login.ts'

interface Options {
  env: Readonly<Record<string, string | undefined>>
  /** Given, images of the platform's own registry can be taken. */
  credentials?: Credentials | undefined
}

/** An image of the local Docker; where it has none, of the registry the reference names. */
export async function openReference(reference: string, { env, credentials }: Options): Promise<Image> {
  const parsed = parseReference(reference)
  const socket = dockerSocket(env)
  if (socket !== undefined) {
    try {
      return await openImage({ docker: reference, socket })
    } catch (error) {
      const missing = error instanceof OciError && error.code === 'image_missing'
      if (!missing || parsed.registry === undefined) throw error
    }
  }
  if (parsed.registry === undefined)
    throw new OciError('image_missing', `there is no Docker here to ask for ${reference}, and it names no registry`)
  const own = credentials !== undefined && new URL(credentials.url).host === parsed.registry ? credentials : undefined
  const login = own ? registryCredentials(own) : registryLogin(env, parsed.registry)
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(parsed.registry)
  const opened = openImage({
    repository: {
      registry: own?.url ?? `${local ? 'http' : 'https'}://${parsed.registry}`,
      repository: parsed.repository,
      ...(login ? { credentials: login } : {}),
    },
    reference: parsed.digest ?? parsed.tag ?? 'latest',
  })
  return own ? opened : opened.catch((error: unknown) => Promise.reject(foreignTrouble(error, parsed.registry ?? '')))
}

/** What to do about another registry is not what to do about the platform's own. */
function foreignTrouble(error: unknown, registry: string): unknown {
  if (!(error instanceof OciError)) return error
  const fixes: Partial<Record<string, string>> = {
    registry_unauthorized: `Log in with "docker login ${registry}", which this tool reads too, or pull the image into the local Docker first.`,
    registry_unreachable: `Check that ${registry} is the registry you mean, and that this machine reaches it.`,
    image_missing: 'Check the name and the tag. A tar goes with --archive.',
  }
  const fix = fixes[error.code]
  return fix === undefined ? error : new Abort(error.code, `${error.message}.`, { fix, cause: error })
}
