import { autocompletion, type CompletionSource, closeBrackets } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { styleNonce } from '../../lib/nonce.ts'
import styles from './code-editor.module.css'
import { editorTheme } from './code-editor-theme.ts'

interface Props {
  label: string
  value: string
  /** Changing this word puts `value` into the editor; typing does not. */
  version: number
  diagnostics: Diagnostic[]
  complete: CompletionSource
  readOnly?: boolean
  /** Where the cursor is put; a new object goes there again. */
  place?: { line: number; column: number } | undefined
  onChange: (text: string) => void
}

/** A text editor for JSON with problems in the margin and completion. */
export function CodeEditor({ label, value, version, diagnostics, complete, readOnly = false, place, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const themes = useRef(new Compartment())
  const dark = useComputedColorScheme('light') === 'dark'
  const latest = useRef({ value, onChange, complete, dark })
  latest.current = { value, onChange, complete, dark }

  useEffect(() => {
    if (!host.current) return
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          lineNumbers(),
          history(),
          json(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          lintGutter(),
          autocompletion({ icons: false, override: [(context) => latest.current.complete(context)] }),
          // Tab goes on to the next thing on the page, as everywhere: nobody is caught in the editor.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          themes.current.of(editorTheme(latest.current.dark)),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorState.readOnly.of(readOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, readOnly])

  useEffect(() => {
    view.current?.dispatch({ effects: themes.current.reconfigure(editorTheme(dark)) })
  }, [dark])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version replaces what is typed
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === latest.current.value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: latest.current.value } })
  }, [version])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const end = editor.state.doc.length
    const within = diagnostics.map((one) => ({ ...one, from: Math.min(one.from, end), to: Math.min(one.to, end) }))
    editor.dispatch(setDiagnostics(editor.state, within))
  }, [diagnostics])

  useEffect(() => {
    const editor = view.current
    if (!editor || !place) return
    const line = editor.state.doc.line(Math.min(Math.max(place.line, 1), editor.state.doc.lines))
    const at = Math.min(line.from + place.column - 1, line.to)
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
    editor.focus()
  }, [place])

  return <div ref={host} className={styles.editor} data-dark={dark || undefined} />
}
