import type { Word } from './split-script.ts'

/** What is started in an image, and where it was named. */
export interface Program {
  /** "the start script", "main of package.json", "the usual name". */
  origin: string
  /** As its author wrote it. */
  line: string
  /** Variables that the command sets for itself. */
  env: Record<string, string>
  command: { argv: string[] } | { shell: string }
  /** Files and packages that must be in the image. */
  needs: Need[]
  /** What of the line was done while building, or is not needed in an image: sentences. */
  remarks: string[]
}

export interface Need {
  what: 'file' | 'package'
  /** A path in the folder, as written, or the name of a package. */
  name: string
}

/** One command of the line, brought into the form in which it runs in the image. */
export interface Step {
  joined: '&&' | '||' | ';' | null
  assignments: { name: string; value: Word }[]
  words: Word[]
}

/** A word that needs no expanding. */
export function literal(text: string): Word {
  return { raw: text, text, expands: false }
}
