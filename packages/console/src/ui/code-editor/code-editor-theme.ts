import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const look = (dark: boolean) =>
  EditorView.theme(
    {
      '&': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)' },
      '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'var(--mantine-color-text)' },
      '.cm-gutters': {
        backgroundColor: 'var(--mkt-quiet)',
        color: 'var(--mantine-color-dimmed)',
        border: 'none',
      },
      '.cm-activeLine': { backgroundColor: dark ? '#ffffff08' : '#00000006' },
      '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
      '.cm-tooltip': {
        backgroundColor: 'var(--mkt-card)',
        color: 'var(--mantine-color-text)',
        border: '1px solid var(--mkt-line)',
        borderRadius: '8px',
      },
      '.cm-tooltip-autocomplete ul li[aria-selected]': {
        backgroundColor: 'var(--mantine-color-pine-7)',
        color: '#fff',
      },
    },
    { dark },
  )

const words = (dark: boolean) =>
  HighlightStyle.define([
    { tag: tags.propertyName, color: dark ? '#8ac5a8' : '#15533c', fontWeight: '600' },
    { tag: tags.string, color: dark ? '#e7a581' : '#75391a' },
    { tag: [tags.number, tags.bool, tags.null], color: dark ? '#c9b6f0' : '#5a3b8c' },
  ])

/** Colours of the editor in either theme, all with enough contrast to read. */
export function editorTheme(dark: boolean): Extension {
  return [look(dark), syntaxHighlighting(words(dark))]
}
