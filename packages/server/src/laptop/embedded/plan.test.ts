import { expect, test } from 'vitest'
import { commandFor, explainFailure, serverArguments, socketFolder } from './plan.ts'

test('root runs the server in a user namespace and asks the kernel to end it with its parent', () => {
  expect(commandFor({ kind: 'namespace' }, '/pg/postgres', ['-D', '/d'], true).join(' ')).toBe(
    'unshare --user --map-user=1000 --map-group=1000 -- setpriv --pdeathsig INT -- /pg/postgres -D /d',
  )
})

test('where namespaces are forbidden root runs it as a system user', () => {
  expect(commandFor({ kind: 'user', uid: 5, gid: 6 }, '/pg/initdb', [], false).join(' ')).toBe(
    'setpriv --reuid=5 --regid=6 --clear-groups -- /pg/initdb',
  )
})

test('an ordinary user runs it directly', () => {
  expect(commandFor({ kind: 'direct', setpriv: false }, '/pg/postgres', ['-D', '/d'], true)).toEqual([
    '/pg/postgres',
    '-D',
    '/d',
  ])
})

test('a socket path stays below the limit of socket addresses', () => {
  expect(socketFolder('/short')).toBe('/short/socket')
  expect(socketFolder(`/${'x'.repeat(95)}`)).toMatch(/^\/tmp\/mkt-[0-9a-f]{16}$/)
})

test('settings given by the caller win', () => {
  expect(serverArguments('/d', '/s', { jit: 'on' })).toContain('jit=on')
})

test('failures are explained in words an operator can act on', () => {
  expect(explainFailure('could not write: No space left on device', '/d')).toMatch(/disk that holds \/d is full/)
  expect(explainFailure('could not open: Permission denied', '/d')).toMatch(/permission is missing on \/d/)
  expect(explainFailure('database files are incompatible with server', '/d')).toMatch(/another PostgreSQL version/)
})
