import { describe, expect, it } from 'vitest'
import { FolderError } from './lib/process/prepare-folder.ts'
import { explainStartFailure } from './start-failure.ts'

const failed = (code: string, more: object = {}) => Object.assign(new Error(`${code}: went wrong`), { code, ...more })

describe('a platform that cannot start says what is wrong and what to do', () => {
  it.each([
    ['a taken port', failed('EADDRINUSE', { port: 7070, address: '127.0.0.1' }), /Port 7070 .* taken.*MKT_API_PORT/],
    [
      'an address of another machine',
      failed('EADDRNOTAVAIL', { address: '10.9.8.7' }),
      /no address 10.9.8.7.*MKT_BIND/,
    ],
    ['a port for root alone', failed('EACCES', { port: 80 }), /Port 80 may not be opened by this user/],
    [
      'a data folder that cannot be used',
      new FolderError('/proc/x cannot be used: folders cannot be made there'),
      /^The data folder \/proc\/x cannot be used: folders cannot be made there\. Set MKT_DATA_DIR/,
    ],
    ['a full disk', failed('ENOSPC'), /disk is full.*MKT_DATA_DIR/],
    ['a folder of somebody else', failed('EACCES'), /cannot be written.*MKT_DATA_DIR/],
    ['a disk that takes no writes', failed('EROFS'), /cannot be written.*MKT_DATA_DIR/],
    ['a wrong database password', failed('28P01'), /database refused.*DATABASE_URL/],
    ['a database that does not exist', failed('3D000'), /database refused.*DATABASE_URL/],
    [
      'a database that is away',
      failed('ECONNREFUSED', { port: 5432, address: '10.0.0.1' }),
      /10.0.0.1:5432.*DATABASE_URL/,
    ],
    ['a full disk of the database', failed('53100'), /disk is full/],
    ['anything else', new Error('A gremlin.'), /MKT could not start: A gremlin\./],
  ])('%s', (_, error, words) => {
    expect(explainStartFailure(error)).toMatch(words)
  })
})
