import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dueContractions } from '../../packages/server/src/store/database/contractions.ts'
import { readSnapshot } from '../advisories/snapshot.ts'
import { chooseFormer } from '../former/choose-former.ts'
import { planRelease, tagOf } from './plan-release.ts'
import { setVersion, versionOf } from './set-version.ts'

const MIGRATIONS = 'packages/server/src/store/database/migrations/'

export class ReleaseRefused extends Error {}

export interface ReleaseWork {
  /** Writes what is generated from the sources; the version stands in some of it. */
  generate(): void
  /** Makes the files of the release. */
  files(): Promise<void>
}

/** Raises the version, makes the files, commits and tags. Whatever fails on the way leaves the working tree as it was. */
export async function makeRelease(
  root: string,
  wanted: string,
  now: Date,
  work: ReleaseWork,
  options: { staleAdvisories?: boolean } = {},
): Promise<string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const lines = (text: string) => text.split('\n').filter((line) => line !== '')
  const changelog = join(root, 'CHANGELOG.md')
  const tags = lines(git('tag', '--list'))
  const former = chooseFormer(tags)
  const released = former === undefined ? [] : lines(git('ls-tree', '--name-only', former, MIGRATIONS))
  const snapshot = readSnapshot(readFileSync(join(root, 'scripts/advisories/snapshot.json'), 'utf8'))
  const plan = planRelease(
    {
      version: versionOf(root),
      changelog: readFileSync(changelog, 'utf8'),
      tags,
      dirty: lines(git('status', '--porcelain')).map((line) => line.slice(3)),
      ...(options.staleAdvisories ? {} : { advisoriesTaken: snapshot.taken }),
      leftovers: dueContractions(released.map((path) => Number(basename(path).slice(0, 4)))).map(
        ({ kind, name, table }) => `${kind} ${name}${table === undefined ? '' : ` of ${table}`}`,
      ),
    },
    wanted,
    now.toISOString().slice(0, 10),
  )
  if ('problems' in plan) throw new ReleaseRefused(plan.problems.join('\n'))
  try {
    setVersion(root, wanted)
    writeFileSync(changelog, plan.changelog)
    work.generate()
    await work.files()
    git('add', '--all')
    git('commit', '--quiet', '--message', `release: ${wanted}`)
  } catch (error) {
    // Kept as a stash, because somebody may have edited files meanwhile.
    git('stash', 'push', '--quiet', '--include-untracked', '--message', `what was left of releasing ${wanted}`)
    throw error
  }
  git('tag', '--annotate', tagOf(wanted), '--message', `MKT ${wanted}\n\n${plan.notes}`, '--cleanup=verbatim')
  return plan.tag
}
