import { expect, it } from 'vitest'
import { secretsIn, shownConfiguration, withoutSecrets } from './support-text.ts'

const env = {
  DATABASE_URL: 'postgres://mkt:hunt%40er2@db.example.com/mkt',
  MKT_MASTER_KEY: 'bmV3ZXIta2V5,b2xkZXIta2V5',
  MKT_ENGINE: 'docker',
  MKT_NOT_KNOWN_YET: 'value-of-tomorrow',
  AWS_SECRET_ACCESS_KEY: 'abcdefghij',
  HOME: '/root',
  MKT_SIGN_UP: '',
}

it('shows the values it knows to be harmless, and of the others only that they are set', () => {
  const known = ['DATABASE_URL', 'MKT_MASTER_KEY', 'MKT_ENGINE', 'MKT_NOT_KNOWN_YET', 'MKT_SIGN_UP']
  expect(shownConfiguration(env, known)).toEqual({
    DATABASE_URL: '[set]',
    MKT_MASTER_KEY: '[set]',
    MKT_ENGINE: 'docker',
    MKT_NOT_KNOWN_YET: '[set]',
  })
})

it('takes secrets out of any text, also parts of lists and passwords inside addresses as people write them', () => {
  const text = `connect hunt@er2, hunt%40er2, b2xkZXIta2V5, abcdefghij, value-of-tomorrow, docker, /root, ${env.DATABASE_URL}`
  expect(withoutSecrets(text, secretsIn(env))).toBe(
    'connect [secret], [secret], [secret], [secret], [secret], docker, /root, [secret]',
  )
})
