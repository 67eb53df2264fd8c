import { describe, expect, it } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const asked = (origin?: string, laptop = true) => ({ origin, laptop })

describe('passkeys belong to', () => {
  it('the public address, whatever the request says', () => {
    expect(relyingPartyOf('https://market.example.com', asked('https://evil.example', true))).toEqual({
      id: 'market.example.com',
      origin: 'https://market.example.com',
    })
  })

  it('localhost on a laptop, and to no other name a request invents', () => {
    expect(relyingPartyOf('http://127.0.0.1:7070', asked('http://localhost:7070'))).toEqual({
      id: 'localhost',
      origin: 'http://localhost:7070',
    })
    expect(relyingPartyOf('http://127.0.0.1:7070', asked('https://evil.example'))).toBeUndefined()
    expect(relyingPartyOf('http://127.0.0.1:7070', asked('http://localhost:7070', false))).toBeUndefined()
  })

  it('no bare address and no http site, because browsers refuse those', () => {
    expect(relyingPartyOf('http://market.example.com', asked())).toBeUndefined()
    expect(relyingPartyOf('https://192.0.2.7', asked())).toBeUndefined()
    expect(relyingPartyOf('https://[2001:db8::1]', asked())).toBeUndefined()
  })
})
