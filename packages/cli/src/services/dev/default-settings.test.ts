import type { Manifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from './default-settings.ts'

describe('settings to begin with', () => {
  it('fill what is required or has a default, hidden ones only once they show', () => {
    const manifest: Manifest = {
      name: 'a/b',
      version: '1.0.0',
      app: {
        fields: [
          { name: 'optional', title: '', type: 'Text' },
          { name: 'mode', title: '', type: 'Select', required: true, values: [{ text: 'X', value: 'x' }] },
          { name: 'url', title: '', type: 'Text', required: true, visibleWhen: { name: 'mode', equals: 'x' } },
          { name: 'never', title: '', type: 'Text', required: true, visibleWhen: { name: 'mode', equals: 'y' } },
          { name: 'secret', title: '', type: 'Password', required: true },
          { name: 'language', title: '', type: 'Text', default: 'en' },
        ],
      },
    }
    expect(defaultSettings(manifest)).toEqual({ mode: 'x', url: 'dev url', secret: 'dev-secret', language: 'en' })
  })
})
