import { RegistryError } from './registry-error.ts'

/** What a path below `/v2/` names. */
export type RegistryPath =
  | { kind: 'root' }
  | { kind: 'token' }
  | { kind: 'catalog' }
  | { kind: 'tags'; name: string }
  | { kind: 'manifest'; name: string; reference: string }
  | { kind: 'blob'; name: string; digest: string }
  | { kind: 'uploads'; name: string }
  | { kind: 'upload'; name: string; upload: string }
  | { kind: 'referrers'; name: string; digest: string }

const part = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const name = `(${part}(?:/${part})*)`
const tag = '[A-Za-z0-9_][A-Za-z0-9._-]{0,127}'
const digest = '[A-Za-z0-9_+.-]+:[A-Fa-f0-9]+'

const forms: [RegExp, (match: string[]) => RegistryPath][] = [
  [/^\/v2\/?$/, () => ({ kind: 'root' })],
  [/^\/v2\/token$/, () => ({ kind: 'token' })],
  [/^\/v2\/_catalog$/, () => ({ kind: 'catalog' })],
  [new RegExp(`^/v2/${name}/tags/list$`), ([, name = '']) => ({ kind: 'tags', name })],
  [
    new RegExp(`^/v2/${name}/manifests/(${tag}|${digest})$`),
    ([, name = '', reference = '']) => ({ kind: 'manifest', name, reference }),
  ],
  [new RegExp(`^/v2/${name}/blobs/uploads/?$`), ([, name = '']) => ({ kind: 'uploads', name })],
  [
    new RegExp(`^/v2/${name}/blobs/uploads/([a-z]+_[0-9a-z]+)$`),
    ([, name = '', upload = '']) => ({ kind: 'upload', name, upload }),
  ],
  [new RegExp(`^/v2/${name}/blobs/(${digest})$`), ([, name = '', digest = '']) => ({ kind: 'blob', name, digest })],
  [
    new RegExp(`^/v2/${name}/referrers/(${digest})$`),
    ([, name = '', digest = '']) => ({ kind: 'referrers', name, digest }),
  ],
]

export function parsePath(path: string): RegistryPath {
  for (const [form, make] of forms) {
    const match = form.exec(path)
    if (match) return make(match)
  }
  const upload = new RegExp(`^/v2/${name}/blobs/uploads/`).test(path)
  if (upload) throw new RegistryError('BLOB_UPLOAD_UNKNOWN', 'There is no such upload. Begin a new one.')
  if (new RegExp(`^/v2/${name}/blobs/`).test(path))
    throw new RegistryError('DIGEST_INVALID', 'The digest is malformed.')
  if (new RegExp(`^/v2/${name}/manifests/`).test(path))
    throw new RegistryError('MANIFEST_UNKNOWN', 'The tag or digest is malformed, so there is no such image.')
  throw new RegistryError('NAME_UNKNOWN', 'There is nothing at this address. Repositories are named <org>/<app>.')
}
