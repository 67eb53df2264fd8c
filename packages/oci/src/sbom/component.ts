/** The kinds of packages that are recognized, by the type of their package URL. */
export type PackageType = 'deb' | 'apk' | 'npm' | 'pypi' | 'maven' | 'golang' | 'generic'

/** One package as the file that declares it says. */
export interface FoundPackage {
  type: PackageType
  /** Group of a Maven artifact; others have none. */
  namespace?: string
  name: string
  version: string
  architecture?: string
  /** The package it was built from: what distributions write their advisories about. */
  source?: { name: string; version: string }
  license?: string
}

/** What one file of a file system tells. */
export interface FileFacts {
  packages?: FoundPackage[]
  /** The keys of an `os-release` file. */
  distribution?: Record<string, string>
  /** A package.json outside node_modules: counts only when a link in a node_modules folder leads to it. */
  linkedOnly?: boolean
  /** A lock file: counts only when nothing is installed beside it. */
  lock?: boolean
  /** Parts of the file that could not be read, with the reason. */
  unread?: Unread[]
}

/** A file whose content is not in the bill of materials, and why. */
export interface Unread {
  path: string
  reason: string
}

/** One package of an image, with the places that declare it. */
export interface Component extends FoundPackage {
  purl: string
  /** The ecosystem by the name that OSV gives it, such as `Debian:12`, `npm` or `PyPI`; null where OSV has none. */
  ecosystem: string | null
  paths: string[]
}

/** Everything that was found in an image or folder. */
export interface Contents {
  components: Component[]
  unread: Unread[]
  distribution: { id: string; version: string } | null
  /** What all layers take when they are unpacked; 0 for a folder. */
  unpackedBytes: number
}
