import { OciError } from '../oci-error.ts'

export interface ParsedReference {
  /** `host[:port]` as written; absent when the text names none. */
  registry?: string
  repository: string
  tag?: string
  digest?: string
}

const component = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const host = '\\[[0-9a-f:]+\\](?::\\d+)?|[A-Za-z0-9][A-Za-z0-9.-]*(?::\\d+)?|-'
const pattern = new RegExp(
  `^(?:(${host})/)?(${component}(?:/${component})*)(?::([A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$`,
)

/**
 * Splits `host[:port]/org/app[:tag][@digest]`.
 *
 * ```ts
 * parseReference('127.0.0.1:7070/acme/rater:1.2.0') // { registry: '127.0.0.1:7070', repository: 'acme/rater', tag: '1.2.0' }
 * ```
 */
export function parseReference(text: string): ParsedReference {
  const first = text.split('/', 1)[0] ?? ''
  // As Docker does: the first part is a host when it could not be part of a name, or is localhost.
  const hosted = text.includes('/') && (/[.:]/.test(first) || first === 'localhost')
  const match = pattern.exec(hosted ? text : `-/${text}`)
  const [, registry, repository, tag, digest] = match ?? []
  if (!repository)
    throw new OciError('image_missing', `${JSON.stringify(text)} is not an image reference like host/org/app:tag`)
  return {
    ...(hosted && registry ? { registry } : {}),
    repository,
    ...(tag ? { tag } : {}),
    ...(digest ? { digest } : {}),
  }
}
