/**
 * Build, read, inspect and move OCI images without a daemon.
 *
 * ```ts
 * const image = await buildNodeImage({ dir: '.', manifest: await readFile('platform-app.json') })
 * await pushImage(image, { registry: 'http://127.0.0.1:7070', repository: 'acme/rater', credentials }, { tag: '1.2.0' })
 * await image.close()
 * ```
 */
export { appendLayer } from './append-layer.ts'
export { type Architecture, architectures } from './build/architecture.ts'
export { digestOf, isDigest } from './digest.ts'
export { buildGoImage, findGo } from './languages/build-go-image.ts'
export { buildJavaImage } from './languages/build-java-image.ts'
export { buildPythonImage, findPython } from './languages/build-python-image.ts'
export { buildRootfsImage } from './languages/build-rootfs-image.ts'
export { findJava } from './languages/find-java.ts'
export type {
  BlobSource,
  Credentials,
  Descriptor,
  Image,
  ImageConfig,
  ImageIndex,
  ImageManifest,
  LayerFile,
  Limits,
  Platform,
  Repository,
  RunConfig,
  TransferOptions,
  TransferProgress,
} from './model.ts'
export { defaultLimits, mediaTypes } from './model.ts'
export { buildNodeImage } from './node/build-node-image.ts'
export type { BuildNodeImageOptions, BuildReport } from './node/build-options.ts'
export { planNodeStart } from './node/check-needs.ts'
export type { NodeImagePlan } from './node/plan-node-image.ts'
export { planNodeImage } from './node/plan-node-image.ts'
export { findProgram } from './node/start/find-program.ts'
export { satisfiesRange } from './node/version-range.ts'
export type { OciErrorCode } from './oci-error.ts'
export { OciError } from './oci-error.ts'
export type { ImageSource } from './open-image.ts'
export { openImage } from './open-image.ts'
export { pullImage } from './pull-image.ts'
export { readFile } from './read-file.ts'
export { parseReference } from './registry/parse-reference.ts'
export type { PushOptions, PushResult } from './registry/push-image.ts'
export { pushImage } from './registry/push-image.ts'
export type { PublicKeyFacts } from './signature/public-key.ts'
export { readPublicKey } from './signature/public-key.ts'
export { signImage } from './signature/sign-image.ts'
export { isSignedBundle, isSignedPayload, signatureTypes } from './signature/simple-signing.ts'
export { startOf } from './start-of.ts'
export type { UnpackOptions } from './unpack-image.ts'
export { unpackImage } from './unpack-image.ts'
export { writeArchive } from './write-archive.ts'
export { writeOciLayout } from './write-oci-layout.ts'
