import { nextVersion, raiseVersion, type VersionPart } from '@mkt/manifest'
import { Abort } from '../../abort.ts'

/** Raises a part of the version in the file. A part that is at its end is for the author to fix; it is not our bug. */
export function raisePart(version: string, part: VersionPart): string {
  try {
    return raiseVersion(version, part)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const next = nextVersion(version)
    throw new Abort('version_exhausted', `${error.message}.`, {
      fix: next === undefined ? 'Write a lower version by hand.' : `Write another version by hand, such as ${next}.`,
      cause: error,
    })
  }
}
