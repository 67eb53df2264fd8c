/** Colours and letters of every page outside the console, in both themes: the values are those of the console. */
export const pageTokens = `:root {
  color-scheme: light dark;
  --page: light-dark(#faf8f4, #151b19);
  --card: light-dark(#fff, #1a211e);
  --line: light-dark(#e9e5db, #2c3531);
  --field: light-dark(#948c7d, #6a766f);
  --quiet: light-dark(#f4f1ea, #1f2724);
  --code: light-dark(#f4f1ea, #101513);
  --words: light-dark(#1d1b16, #e7e9e4);
  --dimmed: light-dark(#676155, #a8b0a8);
  --accent: light-dark(#1d6b4d, #2f8460);
  --accent-words: light-dark(#15533c, #8ac5a8);
  --link: light-dark(#1d6b4d, #69b48f);
  --good-ground: light-dark(#d9ebe2, #15332a);
  --bad: light-dark(#86241d, #f2b8b0);
  --bad-ground: light-dark(#f9dcd8, #3a211f);
  --notice: light-dark(#552912, #f7e1d5);
  --notice-ground: light-dark(#f7e1d5, #3a2a20);
  --bar: light-dark(#12382e, #0e1f19);
  --bar-words: #d7e5dd;
  --ring: light-dark(#d0733f, #e08a5b);
  --text: "Inter Variable", ui-sans-serif, system-ui, sans-serif;
  --mono: "JetBrains Mono Variable", ui-monospace, monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--words); -webkit-font-smoothing: antialiased; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
`

/** The sign of the platform, beside the name of a page. */
export const pageMark =
  '<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1c4a3d"/><path d="M7 23V10.5l6 7 3-3.5 3 3.5 6-7V23" fill="none" stroke="#f1ede4" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/><circle cx="16" cy="8.2" r="2.3" fill="#e08a5b"/></svg>'
