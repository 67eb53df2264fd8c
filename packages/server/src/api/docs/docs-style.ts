import { pageTokens } from '@mkt/pages'

/** The look of the documentation: that of the console; it loads nothing from elsewhere. */
export const docsStyle = `${pageTokens}
html { scroll-padding-top: 5rem; }
body { font: 16px/1.65 var(--text); text-wrap: pretty; overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: 0.2em; }
:focus-visible { border-radius: 4px; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; z-index: 2; background: var(--page); padding: 0.5rem; }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.7rem clamp(1rem, 3vw, 2rem); background: var(--bar); color: #fff; }
header a { color: inherit; text-decoration: none; } header a:hover { text-decoration: underline; }
.home { display: flex; align-items: center; gap: 0.6rem; font-weight: 700; letter-spacing: 0.02em; } .home span { font-weight: 500; color: var(--bar-words); letter-spacing: 0; }
header form { display: flex; gap: 0.4rem; margin-inline-start: auto; } header input { width: min(18rem, 32vw); min-height: 2rem; padding: 0.2rem 0.7rem; border: 1px solid rgb(255 255 255 / 40%); border-radius: 8px; background: rgb(255 255 255 / 10%); color: #fff; font: inherit; font-size: 0.9rem; } header input::placeholder { color: var(--bar-words); } header button { min-height: 2rem; padding: 0.15rem 0.8rem; border: 1px solid rgb(255 255 255 / 22%); border-radius: 8px; background: none; color: inherit; font: inherit; font-size: 0.9rem; cursor: pointer; }
.found { padding: 0; list-style: none; } .found li { padding: 0.7rem 0; border-bottom: 1px solid var(--line); } .found a { font-weight: 600; } .found p { margin: 0.2rem 0 0; color: var(--dimmed); } mark { background: var(--notice-ground); color: var(--notice); border-radius: 3px; }
.console { padding: 0.15rem 0.8rem; border: 1px solid rgb(255 255 255 / 22%); border-radius: 8px; font-size: 0.9rem; font-weight: 500; }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 82rem; margin: 0 auto; }
nav { position: sticky; top: 3.4rem; align-self: start; max-height: calc(100dvh - 3.4rem); overflow-y: auto; padding: 1.8rem 1rem 2rem clamp(1rem, 3vw, 2rem); }
nav p { margin: 0 0 0.3rem; padding: 0 0.7rem; font-size: 0.8rem; font-weight: 600; color: var(--dimmed); } nav div + div { margin-top: 1.4rem; }
nav a { display: block; padding: 0.25rem 0.7rem; border-radius: 8px; color: var(--words); text-decoration: none; font-size: 0.93rem; } nav a:hover { background: var(--code); } nav a[aria-current] { background: light-dark(#e3efe8, #20332b); font-weight: 600; }
main img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
main { min-width: 0; max-width: 56rem; padding: 1rem clamp(1rem, 4vw, 3rem) 5rem; }
h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -0.018em; text-wrap: balance; overflow-wrap: anywhere; } h1 { font-size: 1.9rem; } h2 { margin-top: 2.5rem; padding-top: 1.2rem; border-top: 1px solid var(--line); font-size: 1.35rem; } h4 { margin: 1.2rem 0 0.3rem; }
code { background: var(--code); padding: 0.12em 0.35em; border-radius: 5px; font-family: var(--mono); font-size: 0.87em; overflow-wrap: anywhere; } main :is(p, li, td) > a { overflow-wrap: anywhere; }
pre { background: var(--code); padding: 1rem; border: 1px solid var(--line); border-radius: 10px; overflow-x: auto; line-height: 1.55; } pre code { padding: 0; background: none; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; margin: 1.2rem 0 1.8rem; font-size: 0.95rem; } th, td { text-align: left; padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: top; } th { color: var(--dimmed); font-weight: 600; font-size: 0.87rem; } :is(th, td):first-child { padding-left: 0; }
td:first-child { min-width: 8rem; } tr[id] > td:first-child code { white-space: nowrap; } tr[id] td:nth-child(3) { min-width: 11rem; } tr[id] td:nth-child(4) { min-width: 7rem; } tr[id] td:nth-child(n + 4) { font-size: 0.87rem; color: var(--dimmed); overflow-wrap: anywhere; } tr:target td { background: light-dark(#f7e1d5, #3a2a20); }
table:has(th:nth-child(5)) { display: block; overflow-x: auto; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--dimmed); }
.operation { border: 1px solid var(--line); border-radius: 10px; background: var(--card); padding: 0 1rem; margin: 0.5rem 0; } .operation[open] { padding-bottom: 1rem; } summary { cursor: pointer; padding: 0.6rem 0; } summary > span:last-child { color: var(--dimmed); }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; font-size: 0.8rem; color: var(--link); } .type { color: var(--dimmed); font-family: var(--mono); font-size: 0.85em; overflow-wrap: anywhere; } ul ul { border-inline-start: 1px solid var(--line); padding-inline-start: 1.2rem; }
.trial, .trial fieldset { display: grid; gap: 0.8rem; min-width: 0; } .trial { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); } .operation .trial { background: var(--page); } .trial p { margin: 0; color: var(--dimmed); } .trial fieldset { margin: 0; padding: 0; border: 0; } .trial legend { padding: 0 0 0.5rem; font-weight: 650; }
.trial[hidden], #caller:not(:has([value='key']:checked)) .input { display: none; } [type='radio'] { accent-color: var(--accent); } .input { display: grid; gap: 0.2rem; max-width: 34rem; font-weight: 600; font-size: 0.93rem; } .input small { font-weight: 400; color: var(--dimmed); } .input:has(textarea) { max-width: none; }
:is(.input, dialog) :is(input, select, textarea) { width: 100%; min-height: 2.3rem; padding: 0.3rem 0.6rem; border: 1px solid var(--field); border-radius: 8px; background: var(--card); color: inherit; font: inherit; font-weight: 400; } .input textarea { font: 0.87rem/1.5 var(--mono); resize: vertical; }
:is(.try, .trial button, dialog button) { justify-self: start; min-height: 2.3rem; padding: 0.25rem 1rem; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer; } dialog button:last-child { border-color: var(--field); background: none; color: inherit; }
dialog { max-width: min(34rem, 92vw); padding: 1.2rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: inherit; } dialog form { display: flex; flex-wrap: wrap; gap: 0.6rem; } ::backdrop { background: rgb(0 0 0 / 45%); }
:is(.curl, .answer-example) { margin-block: 0.3rem; font-size: 0.87rem; max-height: 24rem; overflow: auto; }
.answer pre { max-height: 28rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; } .good { color: var(--accent-words); } .bad { color: var(--bad); }
@media (max-width: 60rem) {
  .frame { display: block; }
  nav { position: static; display: flex; gap: 0.2rem; max-height: none; overflow-x: auto; padding: 0.5rem clamp(0.5rem, 3vw, 1.5rem); border-bottom: 1px solid var(--line); mask-image: linear-gradient(to right, #000 calc(100% - 2.5rem), transparent); } nav p { display: none; } nav div:last-child { padding-right: 2.5rem; } nav div, nav div + div { display: flex; gap: 0.2rem; margin: 0; } nav a { white-space: nowrap; }
}
@media (max-width: 40rem) {
  header { flex-wrap: wrap; gap: 0.5rem; } header form { order: 3; flex: 1 0 100%; } header input { flex: 1; width: auto; }
  h1 { font-size: 1.6rem; } ul, ol { padding-inline-start: 1.3rem; }
  /* A table of few columns is read downwards; one of many is moved sideways. */
  table:not(:has(th:nth-child(5))) { &, tbody, tr, td { display: block; } thead { display: none; } tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); } td { padding: 0.1rem 0; border: 0; min-width: 0; } td:empty { display: none; } }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`
