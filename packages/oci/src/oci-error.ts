/** The closed set of reasons for which an image cannot be read, built, pushed or pulled. */
export type OciErrorCode =
  | 'archive_invalid'
  | 'build_impossible'
  | 'digest_mismatch'
  | 'file_missing'
  | 'foreign_layer'
  | 'image_invalid'
  | 'image_missing'
  | 'limit_exceeded'
  | 'path_escape'
  | 'platform_missing'
  | 'registry_refused'
  | 'registry_unauthorized'
  | 'registry_unreachable'
  | 'unsupported'

/**
 * What every function of this package throws when an image, an archive or a registry is at fault.
 *
 * ```ts
 * try { await openImage({ archive: 'app.tar' }) } catch (error) {
 *   if (error instanceof OciError && error.code === 'digest_mismatch') …
 * }
 * ```
 */
export class OciError extends Error {
  readonly code: OciErrorCode
  /** How long the registry asks to wait before the same is tried again. */
  readonly waitMs: number | undefined

  constructor(code: OciErrorCode, message: string, options?: ErrorOptions & { waitMs?: number | undefined }) {
    super(message, options)
    this.name = 'OciError'
    this.code = code
    this.waitMs = options?.waitMs
  }
}
