import { describe, expect, test } from 'vitest'
import { checkLayers } from './check-layers.ts'

const exports = new Map([
  ['@mkt/manifest', 'packages/manifest/src/index.ts'],
  ['@mkt/contract/app', 'packages/contract/src/app/index.ts'],
  ['@mkt/contract/api', 'packages/contract/src/api/index.ts'],
])
const check = (files: Record<string, string>) => checkLayers(new Map(Object.entries(files)), exports)

describe('each seeded violation is found', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'the domain imports the store',
      { 'packages/server/src/domain/platform/a.ts': "import type { Row } from '../../store/platform/rows.ts'" },
      /domain may not import store/,
    ],
    [
      'the gateway imports the api',
      { 'packages/server/src/gateway/a.ts': "import { b } from '../api/platform/b.ts'" },
      /gateway may not import api/,
    ],
    [
      'an import over several lines',
      { 'packages/server/src/lib/a.ts': "import {\n  b,\n  c,\n} from '../domain/platform/b.ts'" },
      /lib may not import domain/,
    ],
    [
      'a dynamic import',
      { 'packages/server/src/store/platform/a.ts': "const b = await import('../../actions/platform/b.ts')" },
      /store may not import actions/,
    ],
    [
      'a re-export',
      { 'packages/server/src/store/platform/a.ts': "export { b } from '../../workers/b.ts'\nexport const c = 1" },
      /store may not import workers/,
    ],
    [
      'the manifest imports the contract',
      { 'packages/manifest/src/a.ts': "import '@mkt/contract/app'" },
      /may not import/,
    ],
    [
      'the sdk sees more than the wire',
      { 'packages/sdk/src/a.ts': "import type { X } from '@mkt/contract/api'" },
      /may not/,
    ],
    ['somebody imports the server', { 'packages/cli/src/a.ts': "import { x } from '@mkt/server'" }, /run as a process/],
    [
      'a relative path into another package',
      { 'packages/cli/src/a.ts': "import { x } from '../../oci/src/x.ts'" },
      /reaches into oci/,
    ],
    [
      'the inside of a package by name',
      { 'packages/cli/src/a.ts': "import '@mkt/contract/src/x.ts'" },
      /does not export/,
    ],
    ['its own package by name', { 'packages/manifest/src/a.ts': "import '@mkt/manifest'" }, /its own package/],
    [
      'SQL outside the store',
      { 'packages/server/src/api/platform/a.ts': "import { sql } from 'kysely'" },
      /the only SQL/,
    ],
    [
      'I/O in the domain',
      { 'packages/server/src/domain/platform/a.ts': "import { readFileSync } from 'node:fs'" },
      /without I\/O/,
    ],
    ['I/O in a pure package', { 'packages/manifest/src/a.ts': "import { readFileSync } from 'node:fs'" }, /is pure/],
    [
      'the environment outside config.ts',
      { 'packages/server/src/api/platform/a.ts': 'const x = process.env.X' },
      /config.ts alone/,
    ],
    [
      'a barrel',
      { 'packages/server/src/domain/platform/index.ts': "export * from './a.ts'\nexport { b } from './b.ts'" },
      /re-exports/,
    ],
    ['a layer nobody described', { 'packages/server/src/misc/a.ts': "import '../lib/b.ts'" }, /does not know/],
    [
      'test equipment in the product',
      { 'packages/server/src/actions/platform/a.ts': "import '../../testing/b.ts'" },
      /for tests/,
    ],
    [
      'a cycle of types',
      {
        'packages/oci/src/a.ts': "import type { B } from './b.ts'\nexport interface A { b: B }",
        'packages/oci/src/b.ts': "import type { A } from './a.ts'\nexport interface B { a: A }",
      },
      /import cycle: packages\/oci\/src\/a.ts ↔ packages\/oci\/src\/b.ts/,
    ],
    [
      'a topic imports a later one',
      { 'packages/server/src/actions/listing/a.ts': "import '../moderation/b.ts'" },
      /actions\/listing may not import actions\/moderation/,
    ],
    [
      'plumbing imports a topic',
      { 'packages/server/src/store/database/a.ts': "import type { B } from '../listing/b.ts'" },
      /store\/database may not import store\/listing/,
    ],
    [
      'a topic imports the index of its layer',
      { 'packages/server/src/api/listing/a.ts': "import '../routes.ts'" },
      /the index of api/,
    ],
    [
      'a file outside of any topic',
      { 'packages/server/src/domain/a.ts': 'export const a = 1' },
      /outside of any topic/,
    ],
    ['a topic nobody listed', { 'packages/server/src/store/misc/a.ts': 'export const a = 1' }, /stands in "misc"/],
    [
      'a query outside the store',
      { 'packages/server/src/actions/listing/a.ts': "export const a = (db) => db.selectFrom('listing')" },
      /queries the database/,
    ],
    [
      'an action that publishes by itself',
      { 'packages/server/src/actions/listing/a.ts': "await publishChanges(trx, [{ topic: 'listing', subject: id }])" },
      /audits, publishes or tells by itself/,
    ],
    [
      'an action that audits by itself',
      { 'packages/server/src/actions/listing/a.ts': 'await insertAudit(trx, row)' },
      /audits, publishes or tells by itself/,
    ],
    [
      'a worker that tells by itself',
      { 'packages/server/src/workers/a.ts': "await platform.changes.tell('installation', id)" },
      /audits, publishes or tells by itself/,
    ],
    [
      'an action with a transaction that is no unit of work',
      { 'packages/server/src/actions/listing/a.ts': 'await transaction(platform.db, async (trx) => {})' },
      /opens a transaction/,
    ],
    [
      'an action that asks a policy system while its transaction is open',
      {
        'packages/server/src/actions/tenant/a.ts':
          'await change(platform, origin, async (unit) => {\n  await platform.policySystems.open(tenant)\n  return unit.record()\n})',
      },
      /calls the network while a transaction is open \(policySystems\)/,
    ],
    [
      'an action that calls an application while its transaction is open',
      {
        'packages/server/src/actions/installation/a.ts':
          'const a = (client: AppClient) => changeByPlatform(platform, async (unit) => unit.done(await client.send(hook)))',
      },
      /calls the network while a transaction is open \(client\)/,
    ],
    [
      'an action that uses a function of outbound while its transaction is open',
      {
        'packages/server/src/actions/platform/a.ts':
          "import { resolve } from '../../outbound/resolve.ts'\nawait change(platform, origin, async (unit) => resolve(name))",
      },
      /calls the network while a transaction is open \(resolve\)/,
    ],
    [
      'an operation of the contract imports a later topic',
      { 'packages/contract/src/api/release/a.ts': "import { b } from '../trial/b.ts'" },
      /contract\/api\/release may not import contract\/api\/trial/,
    ],
    [
      'an operation of the contract imports the list of all operations',
      { 'packages/contract/src/api/release/a.ts': "import { operations } from '../operations.ts'" },
      /imports packages\/contract\/src\/api\/operations.ts, the index of contract\/api/,
    ],
    [
      'an operation of the contract outside of any topic',
      { 'packages/contract/src/api/widgets.ts': 'export const widgets = 1' },
      /stands outside of any topic/,
    ],
    [
      'a design part of the console imports a query',
      { 'packages/console/src/ui/text/a.tsx': "import { b } from '../../queries/b.ts'" },
      /ui may not import queries/,
    ],
    [
      'a design part of the console has words of the platform',
      { 'packages/console/src/ui/text/a.tsx': "import { b } from '../../texts/publish.ts'" },
      /ui may not import texts/,
    ],
    [
      'a form of the console imports a page, types included',
      { 'packages/console/src/forms/a.tsx': "import type { B } from '../pages/manage/b.tsx'" },
      /forms may not import pages/,
    ],
    [
      'a part of the console borrows the styles of a page',
      { 'packages/console/src/parts/listing/a.tsx': "import styles from '../../pages/catalogue/browse.module.css'" },
      /parts may not import pages/,
    ],
    [
      'a page of the console calls the API by itself',
      { 'packages/console/src/pages/manage/a.tsx': "import { api } from '../../queries/client/api.ts'" },
      /reads and mutations are hooks/,
    ],
    [
      'an area of the console imports another area',
      { 'packages/console/src/pages/publish/release/a.tsx': "import { b } from '../../manage/b.tsx'" },
      /page area publish may not import area manage/,
    ],
    [
      'a folder of the console nobody described',
      { 'packages/console/src/components/a.tsx': "import '../ui/b.tsx'" },
      /does not know/,
    ],
    [
      'two folders of the console import each other',
      {
        'packages/console/src/ui/list/a.tsx': "import { b } from '../text/b.tsx'\nexport const a = b",
        'packages/console/src/ui/text/b.tsx': 'export const b = 1',
        'packages/console/src/ui/text/c.tsx': "import { d } from '../list/d.tsx'\nexport const c = d",
        'packages/console/src/ui/list/d.tsx': 'export const d = 1',
      },
      /folders import each other: packages\/console\/src\/ui\/list ↔ packages\/console\/src\/ui\/text/,
    ],
    [
      'rooms of a folder import each other, through a file beside them',
      {
        'packages/oci/src/registry/a.ts': "import { b } from '../b.ts'\nexport const a = b",
        'packages/oci/src/b.ts': "import { c } from './sources/c.ts'\nexport const b = c",
        'packages/oci/src/sources/c.ts': "import { d } from '../registry/d.ts'\nexport const c = d",
        'packages/oci/src/registry/d.ts': 'export const d = 1',
      },
      /rooms of packages\/oci\/src import each other: /,
    ],
    ['no file at all', {}, /no source file/],
  ])('%s', (_, files, violation) => {
    expect(check(files)).toEqual([expect.stringMatching(violation)])
  })
})

describe('what the architecture allows', () => {
  test('layers import what is below them, tests and scripts what they need', () => {
    expect(
      check({
        'packages/server/src/app.ts': "import './api/platform/a.ts'\nimport './workers/a.ts'",
        'packages/server/src/api/platform/a.ts':
          "import '../../actions/platform/b.ts'\nimport type { M } from '@mkt/manifest'",
        'packages/server/src/store/platform/a.ts': "import { sql } from 'kysely'\nimport '../../domain/platform/c.ts'",
        'packages/server/src/domain/platform/c.test.ts':
          "import '../../testing/x.ts'\nimport '../../store/platform/a.ts'",
        'packages/sdk/src/a.ts': "import type { X } from '@mkt/contract/app'",
        'packages/manifest/src/index.ts': "export { parse } from './parse.ts'",
        'packages/console/src/pages/manage/a.tsx': "import '../../ui/list/rows.tsx'\nimport './delivery/b.tsx'",
        'packages/console/src/ui/list/rows.tsx':
          "import { common } from '../../texts/common.ts'\nimport './rows.module.css'",
        'packages/console/src/routes/manage-routes.ts': "const a = () => import('../pages/manage/a.tsx')",
        'scripts/a.ts': "import '../packages/server/src/config.ts'",
        'bench/a.ts': "import '@mkt/manifest'",
      }),
    ).toEqual([])
  })

  test('the network is called before or after a transaction', () => {
    expect(
      check({
        'packages/server/src/actions/tenant/a.ts':
          'const token = await platform.policySystems.open(tenant)\nawait change(platform, origin, async (unit) => unit.keep(token))',
      }),
    ).toEqual([])
  })

  test('an import in a comment is no import', () => {
    expect(
      check({
        'packages/server/src/domain/platform/a.ts':
          "// import { x } from '../../store/platform/x.ts'\nexport const a = 1",
      }),
    ).toEqual([])
  })
})
