/**
 * What an image is made of: packages found in its layers, as a bill of materials.
 *
 * ```ts
 * const contents = await readContents(image)
 * const bom = cycloneDx(contents, { name: 'acme/rater', version: '1.2.0', digest: image.digest }, { now: new Date(), tool })
 * ```
 */
export type { Component, Contents, PackageType, Unread } from './component.ts'
export { createScanCache } from './create-scan-cache.ts'
export type { SbomOptions, SbomSubject } from './cyclonedx.ts'
export { cycloneDx } from './cyclonedx.ts'
export { pypiName } from './purl.ts'
export type { ReadContentsOptions, ScanCache } from './read-contents.ts'
export { readContents } from './read-contents.ts'
export { readFolderContents } from './read-folder-contents.ts'
export type { ByteSource } from './zip/byte-source.ts'
export { fileBytes } from './zip/byte-source.ts'
export type { ZipEntry, ZipLimits } from './zip/read-zip.ts'
export { readZipDirectory, readZipEntry } from './zip/read-zip.ts'
