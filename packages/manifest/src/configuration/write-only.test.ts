import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Manifest } from '../manifest.ts'
import { isWriteOnly } from '../setting.ts'
import { anyManifest, settingNames } from '../testing.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { emptyConfiguration, type StoredConfiguration } from './configuration.ts'
import { hideSettings } from './hide-settings.ts'
import { readBack } from './read-back.ts'
import { stateSettings } from './state-settings.ts'

const now = '2026-01-01T00:00:00.000Z'

/** An installation as the platform keeps it: the current configuration, its secrets, and readable former revisions. */
class Installation {
  manifest: Manifest = { name: 'acme/app', version: '0.0.1' }
  stored: StoredConfiguration = emptyConfiguration
  secrets: Record<string, string> = {}
  revisions: Record<string, string>[] = []
  /** Every value that was ever stored under a name while that name was write-only. */
  readonly forbidden = new Set<string>()

  release(manifest: Manifest): void {
    this.manifest = manifest
    const { stored, hidden } = hideSettings(this.stored, manifest, now)
    this.stored = stored
    Object.assign(this.secrets, hidden)
    const names = (manifest.app?.fields ?? []).filter(isWriteOnly).map((setting) => setting.name)
    for (const revision of this.revisions) {
      for (const name of names) {
        if (revision[name] !== undefined && Object.hasOwn(revision, name)) this.forbidden.add(revision[name])
        delete revision[name]
      }
    }
    for (const value of Object.values(this.secrets)) this.forbidden.add(value)
  }

  configure(settings: Record<string, unknown>): boolean {
    const { manifest, stored } = this
    const applied = applyConfiguration({ manifest, variant: 'connected', stored, input: { settings } })
    if (!applied.ok) return false
    const held = { ...stored.held }
    for (const name of applied.erased) {
      delete held[name]
      delete this.secrets[name]
    }
    for (const [name, value] of Object.entries(applied.entered)) {
      held[name] = { updatedAt: now }
      this.secrets[name] = value
      this.forbidden.add(value)
    }
    this.stored = { settings: applied.next.settings, held, mappings: [] }
    this.revisions.push({ ...applied.next.settings })
    return true
  }

  restore(index: number): void {
    const revision = this.revisions[index % Math.max(1, this.revisions.length)]
    const known = new Set(this.manifest.app?.fields?.map((setting) => setting.name))
    if (revision) this.configure(Object.fromEntries(Object.entries(revision).filter(([name]) => known.has(name))))
  }

  shown(): string {
    return JSON.stringify([readBack(this.stored, this.manifest), this.revisions])
  }
}

const step = fc.oneof(
  anyManifest.map((manifest) => ({ kind: 'release' as const, manifest })),
  fc
    .dictionary(fc.constantFrom(...settingNames), fc.constantFrom('value', 'value', '', 'one', null, { set: true }), {
      maxKeys: 4,
    })
    .map((settings) => ({ kind: 'configure' as const, settings })),
  fc.nat(5).map((index) => ({ kind: 'restore' as const, index })),
)

it('no sequence of configurations, releases and restores makes a write-only value readable', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      const installation = new Installation()
      let count = 0
      for (const each of steps) {
        if (each.kind === 'release') installation.release(each.manifest)
        else if (each.kind === 'restore') installation.restore(each.index)
        else {
          // Every entered text is different, so that finding it tells where it came from.
          const settings = Object.entries(each.settings).map(([name, value]) => {
            count += 1
            return [name, value === 'value' ? `value-${count}-` : value]
          })
          installation.configure(Object.fromEntries(settings))
        }
        const shown = installation.shown()
        for (const value of installation.forbidden) {
          if (value.startsWith('value-')) expect(shown).not.toContain(value)
        }
      }
    }),
    { numRuns: 300 },
  )
})

it('leaving everything out changes nothing write-only', () => {
  fc.assert(
    fc.property(anyManifest, (manifest) => {
      const installation = new Installation()
      installation.release(manifest)
      const first = (manifest.app?.fields ?? []).map(({ name, type }) => [
        name,
        type === 'Select' ? 'one' : `value-${name}`,
      ])
      expect(installation.configure(Object.fromEntries(first))).toBe(true)
      const before = { ...installation.secrets }
      installation.configure({})
      expect(installation.secrets).toEqual(before)
    }),
  )
})

it('the application gets every visible value, hidden ones never', () => {
  const manifest: Manifest = {
    name: 'acme/app',
    version: '1.0.0',
    app: {
      fields: [
        { name: 'mode', title: 'Mode', type: 'Text' },
        { name: 'key', title: 'Key', type: 'Password', visibleWhen: { name: 'mode', equals: 'on' } },
        { name: 'unset', title: 'Unset', type: 'Text' },
      ],
    },
  }
  expect(stateSettings(manifest, { mode: 'on', gone: 'x' }, { key: 's' })).toEqual({ mode: 'on', key: 's' })
  expect(stateSettings(manifest, { mode: 'off' }, { key: 's' })).toEqual({ mode: 'off' })
})

it('reading back gives a write-only setting as set, with its time and nothing else', () => {
  const manifest: Manifest = {
    name: 'acme/app',
    version: '1.0.0',
    app: { fields: [{ name: 'k', title: 'K', type: 'Password' }] },
  }
  expect(readBack({ ...emptyConfiguration, held: { k: { updatedAt: now } } }, manifest)).toEqual({
    k: { set: true, updatedAt: now },
  })
  expect(readBack({ ...emptyConfiguration, settings: { k: 'left from before' } }, manifest)).toEqual({})
})
