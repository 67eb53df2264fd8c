import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeZip } from '../../../../oci/src/sbom/testing/make-zip.ts'
import type { RawEntry } from '../../../../oci/src/testing/image-of.ts'
import { importAdvisories } from '../../actions/material/import-advisories.ts'
import { askRegistry } from '../../testing/http/ask-registry.ts'
import { type TestRegistry, testRegistry } from '../../testing/images/registry.ts'
import { testReleases } from '../../testing/images/releases.ts'

let test: TestRegistry
let made: ReturnType<typeof testReleases>
const folder = mkdtempSync(join(tmpdir(), 'mkt-advisories-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  test = await testRegistry()
  made = testReleases(test)
})

const npm = (name: string, version: string): RawEntry => ({
  path: `app/node_modules/${name}/package.json`,
  content: JSON.stringify({ name, version }),
})

const advisory = (id: string, more: object = {}, fixed = '1.2.0') => ({
  id,
  modified: '2026-05-01T00:00:00Z',
  summary: `About ${id}`,
  database_specific: { severity: 'CRITICAL' },
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left-pad' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
  ...more,
})

function archive(...advisories: { id: string }[]): Promise<unknown> {
  const file = join(folder, 'all.zip')
  writeFileSync(file, makeZip(Object.fromEntries(advisories.map((each) => [`${each.id}.json`, JSON.stringify(each)]))))
  return importAdvisories(test.platform, file)
}

async function released(layers: RawEntry[] = [npm('left-pad', '1.0.0')], version = '1.0.0') {
  const app = await made.publishedApp()
  const manifest = { name: app.listing.name, version }
  const file = { path: 'platform-app.json', content: JSON.stringify(manifest, null, 2) }
  const release = await made.release(app, { manifest: { version }, layers: [[file, ...layers]] })
  const client = test.as(app.authorization)
  const findings = () => client.getFindings({ params: { id: release.id } })
  return { app, release, client, findings }
}

describe('what a release is made of', () => {
  it('is read when it is released, kept, and a referrer of its image that stays with it', async () => {
    const { app, release } = await released()
    expect(release).toMatchObject({ state: 'CHECKED', problems: [] })
    const answer = await fetch(`${test.origin}/api/v1/releases/${release.id}/sbom`, {
      headers: { authorization: app.authorization },
    })
    expect(answer.headers.get('content-type')).toBe('application/vnd.cyclonedx+json')
    const bom = (await answer.json()) as object
    expect(bom).toMatchObject({
      specVersion: '1.6',
      metadata: { component: { name: app.listing.name, version: '1.0.0' } },
      components: [{ purl: 'pkg:npm/left-pad@1.0.0' }],
    })
    const { ask } = askRegistry(test, app)
    const type = encodeURIComponent('application/vnd.cyclonedx+json')
    const list = await ask(`/v2/${app.listing.name}/referrers/${release.imageDigest}?artifactType=${type}`)
    const { manifests } = JSON.parse(list.bytes.toString()) as { manifests: { digest: string; artifactType: string }[] }
    expect(manifests).toMatchObject([{ artifactType: 'application/vnd.cyclonedx+json' }])
    const place = `/v2/${app.listing.name}/manifests/${manifests[0]?.digest}`
    const { layers } = JSON.parse((await ask(place)).bytes.toString()) as { layers: { digest: string }[] }
    const blob = await ask(`/v2/${app.listing.name}/blobs/${layers[0]?.digest}`)
    expect(JSON.parse(blob.bytes.toString())).toEqual(bom)
    expect((await ask(place, { method: 'DELETE' })).status).toBe(403)
  })

  it('is shown to those who see the release, and to nobody else', async () => {
    const { release } = await released()
    const stranger = test.as((await test.key(await test.organization('stranger'), ['publish'])).authorization)
    await expect(stranger.getFindings({ params: { id: release.id } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('findings', () => {
  it('are not known without data, open with it, and gone when the advisory is withdrawn or left out', async () => {
    const { findings } = await released()
    expect(await findings()).toMatchObject({
      knowledge: 'unknown',
      items: [],
      packages: [{ ecosystem: 'npm', count: 1, covered: false }],
    })
    await archive(advisory('GHSA-1', { aliases: ['CVE-2026-1'] }), advisory('OTHER-1', {}, '0.5.0'))
    expect(await findings()).toMatchObject({
      knowledge: 'known',
      items: [
        {
          advisory: 'CVE-2026-1',
          aliases: ['GHSA-1'],
          package: 'left-pad',
          installed: '1.0.0',
          fixed: ['1.2.0'],
          severity: 'critical',
          state: 'open',
        },
      ],
      data: [{ ecosystem: 'npm', advisories: 2, newestAt: '2026-05-01T00:00:00.000Z' }],
    })
    await archive(advisory('GHSA-1', { withdrawn: '2026-05-02T00:00:00Z' }))
    expect((await findings()).items).toEqual([])
    await archive(advisory('GHSA-1'))
    expect((await findings()).items).toHaveLength(1)
    await archive(advisory('OTHER-1', {}, '0.5.0'))
    expect(await findings()).toMatchObject({ knowledge: 'known', items: [] })
  })

  it('of a new release come from the data that is there, also for layers packed with zstd', async () => {
    await archive(advisory('GHSA-1'))
    const { findings } = await released([npm('left-pad', '1.1.9')])
    expect((await findings()).items).toHaveLength(1)
    const app = await made.publishedApp()
    const packed = await made.release(app, { packing: 'zstd' })
    expect(packed).toMatchObject({ state: 'CHECKED', problems: [] })
  })

  it('are told to the publisher when an import finds them in the live release', async () => {
    await archive(advisory('OTHER-1', {}, '0.5.0'))
    const { app, release } = await released()
    await made.goLive(release.id)
    const owner = test.as((await test.person({ role: 'owner', organization: app.organization })).authorization)
    await archive(advisory('GHSA-7'))
    const told = async () =>
      (await owner.listNotifications({})).items.filter(
        ({ kind, title }) => kind === 'release.findings' && title.startsWith(app.listing.name),
      )
    expect(await told()).toMatchObject([{ text: expect.stringContaining('GHSA-7 (left-pad)') }])
    await archive(advisory('GHSA-7'))
    expect(await told()).toHaveLength(1)
  })

  it('are excepted with a reason, an author and an end, and taken back', async () => {
    await archive(advisory('GHSA-1', { aliases: ['CVE-2026-1'] }))
    const { app, client, findings } = await released()
    const params = { id: app.listing.id }
    const later = (days: number) => new Date(test.clock.now().getTime() + days * 86_400_000).toISOString()
    const body = { advisory: 'GHSA-1', status: 'not_affected' as const, reason: 'Never called.', until: later(30) }
    await expect(client.createException({ params, body: { ...body, until: later(500) } })).rejects.toMatchObject({
      status: 422,
    })
    const exception = await client.createException({ params, body })
    expect(await findings()).toMatchObject({
      items: [{ state: 'not_affected', exception: { reason: 'Never called.', author: expect.any(String) } }],
    })
    test.clock.advance(31 * 86_400_000)
    expect(await findings()).toMatchObject({ items: [{ state: 'open' }] })
    test.clock.advance(-31 * 86_400_000)
    await client.deleteException({ params: { id: exception.id } })
    expect(await findings()).toMatchObject({ items: [{ state: 'open', exception: null }] })
  })

  it('keep a release from being approved where the gate says so', async () => {
    await archive(advisory('GHSA-1'))
    const { app, release, client } = await released()
    await made.goLive(release.id)
    const moderator = test.as((await test.person({ platformRole: 'moderator' })).authorization)
    const review = await client.openReview({ params: { id: app.listing.id } })
    const approve = () => moderator.approveReview({ params: { id: review.id }, body: { reason: 'Fine.' } })
    test.platform.policy.advisoryGate = 'critical'
    try {
      await expect(approve()).rejects.toMatchObject({
        status: 409,
        code: 'findings_open',
        message: expect.stringContaining('GHSA-1 in left-pad 1.0.0'),
      })
      const until = new Date(test.clock.now().getTime() + 86_400_000).toISOString()
      await moderator.createException({
        params: { id: app.listing.id },
        body: { advisory: 'GHSA-1', status: 'not_affected', reason: 'Not reachable.', until },
      })
      expect(await approve()).toMatchObject({ state: 'APPROVED' })
    } finally {
      test.platform.policy.advisoryGate = 'none'
    }
  })
})

describe('a package is found', () => {
  it('by publishers in their own releases and by operators in all of them', async () => {
    const { release, client } = await released([npm('rare-thing', '2.0.0')])
    expect(await client.findPackages({ query: { name: 'rare-thing' } })).toMatchObject({
      items: [{ release: { id: release.id }, packages: [{ purl: 'pkg:npm/rare-thing@2.0.0' }], installations: [] }],
    })
    const operator = test.as((await test.person({ platformRole: 'operator' })).authorization)
    expect((await operator.findPackages({ query: { name: 'rare-thing' } })).items).toHaveLength(1)
    const other = test.as((await test.key(await test.organization('other'), ['publish'])).authorization)
    expect((await other.findPackages({ query: { name: 'rare-thing' } })).items).toEqual([])
  })
})

describe('an import', () => {
  it('says which files it could not use, and takes the others', async () => {
    const file = join(folder, 'some.zip')
    writeFileSync(
      file,
      makeZip({ 'bad.json': '{', 'GHSA-1.json': JSON.stringify(advisory('GHSA-1')), 'README.txt': 'x' }),
    )
    expect(await importAdvisories(test.platform, file)).toMatchObject({
      ecosystems: ['npm'],
      advisories: 1,
      refused: 1,
      refusals: [{ name: 'bad.json', reason: 'is not JSON' }],
    })
  })

  it('of one release of a distribution replaces what was known of that release alone', async () => {
    const debian = (id: string, ...releases: string[]) => ({
      id,
      modified: '2026-05-01T00:00:00Z',
      affected: releases.map((release) => ({
        package: { ecosystem: `Debian:${release}`, name: 'openssl' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.11-1' }] }],
      })),
    })
    const status = 'Package: openssl\nStatus: install ok installed\nArchitecture: amd64\nVersion: 3.0.9-1\n'
    const image = (release: string): RawEntry[] => [
      { path: 'etc/os-release', content: `ID=debian\nVERSION_ID="${release}"\n` },
      { path: 'var/lib/dpkg/status', content: status },
    ]
    const [eleven, twelve] = [await released(image('11')), await released(image('12'))]
    expect(await archive(debian('DSA-1', '11', '12'), debian('DSA-2', '12'))).toMatchObject({
      ecosystems: ['Debian:12'],
    })
    expect(await twelve.findings()).toMatchObject({ knowledge: 'known', items: [{}, {}] })
    expect((await eleven.findings()).knowledge).toBe('unknown')
    expect(await archive(debian('DSA-1', '11'))).toMatchObject({ ecosystems: ['Debian:11'] })
    expect(await eleven.findings()).toMatchObject({ knowledge: 'known', items: [{ advisory: 'DSA-1' }] })
    expect(await archive(debian('DSA-1', '11'), debian('DSA-2', '12'))).toMatchObject({ ecosystems: ['Debian'] })
    expect(await twelve.findings()).toMatchObject({ knowledge: 'known', items: [{ advisory: 'DSA-2' }] })
  })
})
