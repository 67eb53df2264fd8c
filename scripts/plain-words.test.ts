import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Stiff words, and what to write instead. */
const stiff = [
  [/\bwho(so)?ever\b/i, 'name the party: the caller, the publisher, an operator'],
  [/\banew\b/i, 'again, or restart'],
  [/\bof ours\b/i, 'our, or name the owner: of the platform'],
  [/\bas wanted\b(?!['` (])/i, 'as planned'],
  [/\bunless wished\b|\bwished for\b/i, 'asked for'],
  [/\ball the same\b/i, 'anyway, or still'],
  [/\bunder way\b/i, 'in progress, or running'],
  [/\bat hand\b/i, 'available, or current'],
  [/\bfor the moment\b/i, 'temporarily, or at the moment'],
  [/\bof which (nothing|no one|nobody)\b/i, 'a sentence of its own: subject, verb, object'],
  [/\bso long (as|the|until)\b/i, 'while, or as long as'],
  [/\bMOST(_[A-Z]+)?\b/, 'MAX'],
  [/\bonce more\b/i, 'again, or one time more'],
  [/\bfor ever\b/i, 'forever'],
  [/\bmend(s|ed|ing)?\b|\bput(s|ting)? right\b/i, 'fix, or repair'],
  [/\b(is|are|was|were) to be\b/i, 'must be, should be, will be'],
  [/\bin vain\b/i, 'without result, or say what did not come'],
  [/\bas it were\b|\botherwise than\b/i, 'like, or different from'],
  [/\b(here|there)(by|upon|of|in|with)\b|\bwhere(by|upon|in)\b/i, 'by it, then, of it'],
  [/\b(shall|hence|thus|lest|whilst|amongst|henceforth|hitherto)\b/i, 'must, so, while, among'],
] as const

const written = /\.(ts|tsx|mjs|js|md)$/
/** Records of decisions stay as they were written. */
const kept = /^docs\/(decisions|reference)\/|^CHANGELOG\.md$|plain-words\.test\.ts$|\.gen\.ts$/

it('names, comments and docs use plain words', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const found = files
    .filter((file) => written.test(file) && !kept.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          stiff
            .filter(([word]) => word.test(line))
            .map(([, instead]) => `${file}:${index + 1}: ${line.trim()} (write: ${instead})`),
        ),
    )
  expect(found).toEqual([])
})
