import { expect, it } from 'vitest'
import { splitPassword } from './split-password.ts'

it.each([
  ['postgresql://mkt:p%40ss@db.example:5432/mkt', 'postgresql://mkt@db.example:5432/mkt', 'p@ss'],
  [
    'postgres://mkt:w@one:5432,two:5432/mkt?sslmode=require',
    'postgres://mkt@one:5432,two:5432/mkt?sslmode=require',
    'w',
  ],
  ['postgresql://mkt@/db?password=w&host=%2Ftmp', 'postgresql://mkt@/db?host=%2Ftmp', 'w'],
  ['postgresql://mkt@/db?host=%2Ftmp&password=w', 'postgresql://mkt@/db?host=%2Ftmp', 'w'],
  ['postgresql://mkt@db.example/mkt', 'postgresql://mkt@db.example/mkt', undefined],
  ['postgresql://db.example:5432/mkt', 'postgresql://db.example:5432/mkt', undefined],
])('%s keeps its password out of the arguments of a program', (url, address, password) => {
  expect(splitPassword(url)).toEqual({ address, password })
})
