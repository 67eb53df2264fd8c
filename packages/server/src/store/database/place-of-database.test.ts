import { expect, it } from 'vitest'
import { placeOfDatabase } from './place-of-database.ts'

it.each([
  ['postgres://user:p%40ss@db.example:6432/mkt', { host: 'db.example', port: 6432 }],
  ['postgresql://db.example/mkt?sslmode=require', { host: 'db.example', port: 5432 }],
  ['postgres://user@[fd00::5]:5433/mkt', { host: 'fd00::5', port: 5433 }],
  ['postgres://user@first:5433,second:5434/mkt', { host: 'first', port: 5433 }],
  ['postgres:///mkt?host=/run/postgresql', undefined],
  [undefined, undefined],
])('the database of %s is at its place', (url, place) => {
  expect(placeOfDatabase(url)).toEqual(place)
})
