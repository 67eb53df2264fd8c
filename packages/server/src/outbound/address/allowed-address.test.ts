import { describe, expect, it } from 'vitest'
import { judgeAddress } from './allowed-address.ts'

describe('an address customers enter', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111'])('may be public: %s', (address) => {
    expect(judgeAddress(address, 443, [])).toBe('public')
  })

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    '64:ff9b::7f00:1',
    '::7f00:1',
    '::a9fe:a9fe',
    '4000::1',
    '2002:7f00:1::',
    '2001::1',
    'ff02::1',
    'not an address',
    '',
  ])('is refused when it is not: %s', (address) => {
    expect(judgeAddress(address, 443, [])).toBe('refused')
  })

  it('is refused where this machine is in its network, unless the operator names it', () => {
    const own = ['203.0.114.7/24', '2606:4700:1::5/64', 'nonsense']
    expect(judgeAddress('203.0.114.200', 443, [], own)).toBe('refused')
    expect(judgeAddress('203.0.115.1', 443, [], own)).toBe('public')
    expect(judgeAddress('2606:4700:1::99', 443, [], own)).toBe('refused')
    expect(judgeAddress('2606:4700:2::99', 443, [], own)).toBe('public')
    expect(judgeAddress('203.0.114.200', 443, ['203.0.114.200'], own)).toBe('allowed')
  })

  it('is allowed when the operator names it, with the port where one is named', () => {
    expect(judgeAddress('127.0.0.1', 7080, ['127.0.0.1:7080'])).toBe('allowed')
    expect(judgeAddress('127.0.0.1', 7081, ['127.0.0.1:7080'])).toBe('refused')
    expect(judgeAddress('127.0.0.1', 1, ['127.0.0.1'])).toBe('allowed')
    expect(judgeAddress('10.1.2.3', 80, ['10.1.0.0/16'])).toBe('allowed')
    expect(judgeAddress('10.2.2.3', 80, ['10.1.0.0/16'])).toBe('refused')
    expect(judgeAddress('::1', 7080, ['[::1]:7080'])).toBe('allowed')
    expect(judgeAddress('::ffff:127.0.0.1', 7080, ['127.0.0.1:7080'])).toBe('allowed')
    expect(judgeAddress('fd00::5', 80, ['fd00::/8'])).toBe('allowed')
    expect(judgeAddress('::1', 80, ['127.0.0.1', 'nonsense'])).toBe('refused')
  })
})
