// `npm run release -- 1.4.0` makes a release: the version in every package, a dated section of the changelog, image, bill of
// materials, packages, chart, manifests and checksums in dist/release-1.4.0, a commit and a tag. Nothing leaves this machine.
// It is refused while the snapshot of advisories is old, unless `--stale-advisories` says otherwise.
// `npm run release -- --files` only makes the files, of the version that is checked out.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { buildPlatformImage } from './build.ts'
import { packAll } from './pack-packages.ts'
import { makeReleaseFiles } from './release/make-files.ts'
import { makeRelease, ReleaseRefused } from './release/make-release.ts'
import { versionOf } from './release/set-version.ts'
import { isInstalled, markInstalled } from './run/install.mjs'

const root = resolve(import.meta.dirname, '..')
const STALE = '--stale-advisories'
const args = process.argv.slice(2)
const [wanted, ...others] = args.filter((arg) => arg !== STALE)
if (wanted === undefined || others.length > 0) {
  console.error(
    `Say which version: npm run release -- 1.4.0, or --files for the files of the present one. ${STALE} releases although nobody knows the newest advisories.`,
  )
  process.exit(2)
}

async function makeFiles(): Promise<void> {
  const version = versionOf(root)
  const out = join(root, 'dist', `release-${version}`)
  const names = await makeReleaseFiles({ root, version, now: new Date() }, out, {
    image: buildPlatformImage,
    packages: packAll,
  })
  for (const name of names) console.log(join(out, name))
}

/** Only versions of the workspaces changed, so what is installed still fits. */
function generate(): void {
  markInstalled(root)
  execFileSync(process.execPath, [join(root, 'scripts/generate.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const installed = isInstalled(root)
try {
  if (wanted === '--files') await makeFiles()
  else {
    const tag = await makeRelease(
      root,
      wanted,
      new Date(),
      { generate, files: makeFiles },
      { staleAdvisories: args.includes(STALE) },
    )
    console.log(`\n${tag} is committed and tagged here. To publish it: git push --follow-tags, and the files above.`)
  }
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  if (installed) markInstalled(root)
}
