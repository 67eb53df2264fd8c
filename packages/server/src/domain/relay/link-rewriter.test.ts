import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinkRewriter, rewriteLinks, towardsPolicySystem, towardsRelay } from './link-rewriter.ts'

const RELAY = 'http://relay.test:7073'
const rooted = { origin: 'https://policy.test', base: '' }
const based = { origin: 'https://policy.test', base: '/api' }
const there = (text: string, address = rooted) => rewriteLinks(text, towardsRelay(address, RELAY, 'ins_1'))
const back = (text: string, address = rooted) => rewriteLinks(text, towardsPolicySystem(address, RELAY, 'ins_1'))

describe('links of the policy system', () => {
  it('lead to the place of the installation at the relay', () => {
    expect(there('{"next":"https://policy.test/policy?offset=10"}')).toBe(`{"next":"${RELAY}/ins_1/policy?offset=10"}`)
    expect(there('https://policy.test/api/policy', based)).toBe(`${RELAY}/ins_1/policy`)
    expect(there('https://policy.test/documents', based)).toBe(`${RELAY}/documents`)
    expect(there('https://policy.test')).toBe(`${RELAY}/ins_1`)
  })

  it('are found as JSON may write them, and with the other scheme', () => {
    expect(there(String.raw`"https:\/\/policy.test\/a"`)).toBe(String.raw`"http:\/\/relay.test:7073\/ins_1\/a"`)
    expect(there('http://policy.test/a')).toBe(`${RELAY}/ins_1/a`)
  })

  it('of other hosts stay, however similar', () => {
    for (const link of [
      'https://policy.test.evil/a',
      'https://policy.test:8443/a',
      'https://policy.tests',
      'http',
      'https://x',
    ])
      expect(there(link)).toBe(link)
    expect(there('https://policy.test/apiary', based)).toBe(`${RELAY}/apiary`)
  })

  it('are the policy system’s own again when the application sends them back', () => {
    for (const address of [rooted, based])
      for (const link of [
        'https://policy.test/api/policy/1',
        'https://policy.test/documents/2',
        'https://policy.test/api',
      ])
        expect(back(there(link, address), address)).toBe(link)
  })

  it('are found wherever the text is cut', () => {
    const piece = fc.constantFrom(
      'https://policy.test',
      '/api',
      'http',
      'h',
      '"',
      ' https://policy.test/api/x',
      ':',
      'é',
    )
    const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    const property = fc.property(texts, fc.array(fc.nat(200), { maxLength: 8 }), (text, cuts) => {
      const rewriter = new LinkRewriter(towardsRelay(based, RELAY, 'ins_1'))
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
      const parts = places.slice(1).map((end, index) => rewriter.feed(text.slice(places[index], end)))
      expect(parts.join('') + rewriter.end()).toBe(there(text, based))
    })
    fc.assert(property)
  })
})
