import { describe, expect, it } from 'vitest'
import { imageOf, type RawEntry } from '../testing/image-of.ts'
import { createScanCache } from './create-scan-cache.ts'
import { readContents } from './read-contents.ts'
import { goProgram } from './testing/go-program.ts'
import { makeZip } from './testing/make-zip.ts'

const paragraph = (name: string, version: string, more = '', status = 'install ok installed') =>
  `Package: ${name}\nStatus: ${status}\nArchitecture: amd64\nVersion: ${version}\n${more}Description: text\n more text\n\n`
const debian: RawEntry = { path: 'etc/os-release', content: 'ID=debian\nVERSION_ID="12"\n' }
const npm = (name: string, version: string, folder = 'app/node_modules'): RawEntry => ({
  path: `${folder}/${name}/package.json`,
  content: JSON.stringify({ name, version }),
})

async function found(...layers: RawEntry[][]): Promise<string[]> {
  const { components } = await readContents(await imageOf(layers))
  return components.map(({ purl }) => purl)
}

it('says what an image takes unpacked, a layer from the cache included', async () => {
  const image = await imageOf([
    [{ path: 'a', content: 'x'.repeat(10_000) }],
    [{ path: 'a', content: 'y'.repeat(5_000) }],
  ])
  const cache = createScanCache()
  const first = await readContents(image, { cache })
  // What an upper layer replaces is unpacked anyway.
  expect(first.unpackedBytes).toBeGreaterThanOrEqual(15_000)
  expect(first.unpackedBytes).toBeLessThan(20_000)
  expect((await readContents(image, { cache })).unpackedBytes).toBe(first.unpackedBytes)
})

describe('the packages of an image', () => {
  it('Debian packages have the source that advisories speak of; removed ones are none', async () => {
    const status = `${paragraph('libssl3', '3.0.11-1', 'Source: openssl\n')}${paragraph('linux', '6.1', 'Source: linux-signed (6.1.2+1)\n')}${paragraph('gone', '1', '', 'deinstall ok config-files')}`
    const { components, distribution } = await readContents(
      await imageOf([[debian, { path: 'var/lib/dpkg/status', content: status }]]),
    )
    expect(distribution).toEqual({ id: 'debian', version: '12' })
    expect(components.map(({ name, source, ecosystem }) => [name, source, ecosystem])).toEqual([
      ['libssl3', { name: 'openssl', version: '3.0.11-1' }, 'Debian:12'],
      ['linux', { name: 'linux-signed', version: '6.1.2+1' }, 'Debian:12'],
    ])
    expect(components[0]?.purl).toBe('pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12&upstream=openssl')
  })

  it('images without dpkg keep a file for each package', async () => {
    const entries = [
      { path: 'var/lib/dpkg/status.d/base', content: 'Package: base-files\nVersion: 12.4\nArchitecture: all\n' },
      { path: 'var/lib/dpkg/status.d/base.md5sums', content: 'Package: wrong\nVersion: 1\n' },
    ]
    expect(await found(entries)).toEqual(['pkg:deb/base-files@12.4?arch=all'])
  })

  it('Alpine packages have their origin', async () => {
    const content = 'C:Q1\nP:libcrypto3\nV:3.1.4-r5\nA:x86_64\nL:Apache-2.0\no:openssl\nF:lib\n\nP:musl\nV:1.2.4-r2\n\n'
    const { components } = await readContents(
      await imageOf([
        [
          { path: 'etc/os-release', content: 'ID=alpine\nVERSION_ID=3.18.6\n' },
          { path: 'lib/apk/db/installed', content },
        ],
      ]),
    )
    expect(components.map(({ name, version, source, ecosystem }) => [name, version, source?.name, ecosystem])).toEqual([
      ['libcrypto3', '3.1.4-r5', 'openssl', 'Alpine:v3.18'],
      ['musl', '1.2.4-r2', 'musl', 'Alpine:v3.18'],
    ])
  })

  it('npm packages are those directly below node_modules, scoped and nested ones included', async () => {
    const entries = [
      npm('left-pad', '1.3.0'),
      npm('@acme/core', '2.0.0'),
      npm('deep', '0.1.0', 'app/node_modules/left-pad/node_modules'),
      npm('fixture', '9.9.9', 'app/node_modules/left-pad/test'),
      { path: 'app/node_modules/left-pad/esm/package.json', content: '{"type":"module"}' },
      { path: 'app/package.json', content: '{"name":"app","version":"1.0.0"}' },
    ]
    expect(await found(entries)).toEqual(['pkg:npm/%40acme/core@2.0.0', 'pkg:npm/deep@0.1.0', 'pkg:npm/left-pad@1.3.0'])
  })

  it('a workspace counts when a link in node_modules leads to it', async () => {
    const entries: RawEntry[] = [
      { path: 'app/packages/core/package.json', content: '{"name":"core","version":"3.0.0"}' },
      { path: 'app/packages/other/package.json', content: '{"name":"other","version":"3.0.0"}' },
      { path: 'app/node_modules/core', flag: '2', linkPath: '../packages/core' },
    ]
    expect(await found(entries)).toEqual(['pkg:npm/core@3.0.0'])
  })

  it('a lock file counts only where nothing is installed beside it', async () => {
    const lock = JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': { name: 'app' },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/a/node_modules/@s/b': { version: '2.0.0' },
      },
    })
    const entries = [{ path: 'app/package-lock.json', content: lock }]
    expect(await found(entries)).toEqual(['pkg:npm/%40s/b@2.0.0', 'pkg:npm/a@1.0.0'])
    expect(await found([...entries, npm('a', '1.0.1')])).toEqual(['pkg:npm/a@1.0.1'])
  })

  it('Python packages come from dist-info and egg-info', async () => {
    const entries = [
      {
        path: 'usr/lib/python3/site/Jinja2-3.1.dist-info/METADATA',
        content: 'Metadata-Version: 2.1\nName: Jinja2\nVersion: 3.1.2\n\nName: not this\n',
      },
      { path: 'usr/lib/python3/site/six.egg-info/PKG-INFO', content: 'Name: six\nVersion: 1.16.0\n' },
      { path: 'usr/lib/python3/site/zope_interface-5.egg-info', content: 'Name: zope.interface\nVersion: 5.4\n' },
    ]
    expect(await found(entries)).toEqual([
      'pkg:pypi/jinja2@3.1.2',
      'pkg:pypi/six@1.16.0',
      'pkg:pypi/zope-interface@5.4',
    ])
  })

  it('a jar shows its own artifact, those shaded into it and those of jars inside it', async () => {
    const pom = (group: string, artifact: string, version: string) => ({
      [`META-INF/maven/${group}/${artifact}/pom.properties`]: `#made\ngroupId=${group}\nartifactId=${artifact}\nversion=${version}\n`,
    })
    const log = makeZip(pom('org.apache.logging.log4j', 'log4j-core', '2.14.1'))
    const fat = makeZip({
      ...pom('com.acme', 'rater', '1.0'),
      ...pom('com.google.guava', 'guava', '31.0-jre'),
      'BOOT-INF/lib/log.jar': log,
    })
    const { components } = await readContents(await imageOf([[{ path: 'app/fat.jar', content: fat }]]))
    expect(components.map(({ purl }) => purl)).toEqual([
      'pkg:maven/com.acme/rater@1.0',
      'pkg:maven/com.google.guava/guava@31.0-jre',
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
    ])
  })

  it('a Go program shows its modules, replacements and the standard library', async () => {
    const modules =
      'path\texample.com/app\nmod\texample.com/app\t(devel)\t\ndep\tgolang.org/x/net\tv0.7.0\th1:x=\ndep\tgithub.com/old/mod\tv1.0.0\n=>\tgithub.com/new/mod\tv1.1.0\th1:y=\n'
    const { components } = await readContents(
      await imageOf([[{ path: 'usr/bin/app', content: goProgram('go1.21.3', modules), mode: 0o755 }]]),
    )
    expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'github.com/new/mod v1.1.0',
      'golang.org/x/net v0.7.0',
      'stdlib 1.21.3',
    ])
  })

  it('the runtimes are recognized: Node, Python, Java', async () => {
    const node = '\x7fELF....https://nodejs.org/download/release/v24.1.0/node-v24.1.0.tar.gz\0'
    const python = '\x7fELF....\u00003.11.2\u0000....'
    const entries = [
      { path: 'usr/bin/node', content: node, mode: 0o755 },
      { path: 'usr/lib/libpython3.11.so.1.0', content: python },
      { path: 'opt/jdk/release', content: 'JAVA_VERSION="17.0.9"\nIMPLEMENTOR="x"\n' },
      { path: 'srv/release', content: 'something else' },
    ]
    expect(await found(entries)).toEqual([
      'pkg:generic/java@17.0.9',
      'pkg:generic/node@24.1.0',
      'pkg:generic/python@3.11.2',
    ])
  })
})

describe('layers over each other', () => {
  const base = [npm('a', '1.0.0'), npm('b', '1.0.0')]

  it('what an upper layer replaces or removes is not there', async () => {
    expect(await found(base, [npm('a', '2.0.0')])).toEqual(['pkg:npm/a@2.0.0', 'pkg:npm/b@1.0.0'])
    expect(await found(base, [{ path: 'app/node_modules/.wh.b' }])).toEqual(['pkg:npm/a@1.0.0'])
    expect(await found(base, [{ path: 'app/node_modules/.wh..wh..opq' }, npm('c', '1.0.0')])).toEqual([
      'pkg:npm/c@1.0.0',
    ])
    expect(await found(base, [{ path: 'app/node_modules', flag: '2', linkPath: '/elsewhere' }])).toEqual([])
  })

  it('a whiteout does not hide what its own layer brings', async () => {
    expect(await found(base, [npm('b', '3.0.0'), { path: 'app/node_modules/.wh.b' }])).toEqual([
      'pkg:npm/a@1.0.0',
      'pkg:npm/b@3.0.0',
    ])
  })

  it('folders that are links are followed, so that the same file is known by one name', async () => {
    const link = { path: 'lib', flag: '2', linkPath: 'usr/lib' }
    const db = (version: string) => `P:musl\nV:${version}\n\n`
    const lower = [link, { path: 'usr/lib/apk/db/installed', content: db('1') }]
    expect(await found(lower, [{ path: 'lib/apk/db/installed', content: db('2') }])).toEqual(['pkg:apk/musl@2'])
  })

  it('a hard link shows the file it was made from', async () => {
    expect(
      await found([
        npm('a', '1.0.0'),
        { path: 'srv/node_modules/a/package.json', flag: '1', linkPath: 'app/node_modules/a/package.json' },
      ]),
    ).toEqual(['pkg:npm/a@1.0.0'])
  })

  it('a layer that was read before is taken from the cache', async () => {
    const cache = createScanCache()
    const image = await imageOf([base])
    const first = await readContents(image, { cache })
    const unreadable = { ...image, blob: () => Promise.reject(new Error('read again')) }
    expect(await readContents(unreadable, { cache })).toEqual(first)
  })

  it('a layer of images that come at the same time is read once', async () => {
    const cache = createScanCache()
    const image = await imageOf([base])
    let opened = 0
    const blob = (layer: Parameters<typeof image.blob>[0]) => {
      opened += 1
      return image.blob(layer)
    }
    const both = [readContents({ ...image, blob }, { cache }), readContents({ ...image, blob }, { cache })]
    const [first, second] = await Promise.all(both)
    expect(second).toEqual(first)
    expect(opened).toBe(1)
  })
})
