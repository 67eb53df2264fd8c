import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  parseThemeColor,
  type VariantColorsResolver,
} from '@mantine/core'
import { common } from '../texts/common.ts'

const pine: MantineColorsTuple = [
  '#edf6f1',
  '#d9ebe2',
  '#b3d8c6',
  '#8ac5a8',
  '#69b48f',
  '#4a9f78',
  '#2f8460',
  '#1d6b4d',
  '#15533c',
  '#0e3d2d',
]

const clay: MantineColorsTuple = [
  '#fcf2ec',
  '#f7e1d5',
  '#efc4ac',
  '#e7a581',
  '#e08a5b',
  '#d0733f',
  '#b65e2d',
  '#944a22',
  '#75391a',
  '#552912',
]

const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f4f1ea',
  '#e9e5db',
  '#dbd5c8',
  '#c2bbac',
  '#9f9788',
  '#676155',
  '#4f4a40',
  '#36322b',
  '#211f1a',
]

const dark: MantineColorsTuple = [
  '#e7e9e4',
  '#c9cec7',
  '#a8b0a8',
  '#7f8981',
  '#38423d',
  '#2c3531',
  '#1f2724',
  '#151b19',
  '#101513',
  '#0b0f0d',
]

const red: MantineColorsTuple = [
  '#fdf0ee',
  '#f9dcd8',
  '#f2b8b0',
  '#ea9488',
  '#e07264',
  '#d3584a',
  '#bd3f33',
  '#a02f26',
  '#86241d',
  '#671913',
]

const blue: MantineColorsTuple = [
  '#eef3f8',
  '#dbe6f0',
  '#b8cee2',
  '#93b5d3',
  '#719dc4',
  '#5288b6',
  '#3a719f',
  '#2c5c85',
  '#23496b',
  '#183450',
]

const sans = "'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

const closing = { closeButtonProps: { 'aria-label': common.close } }

/** Quiet tinted surfaces whose words keep their contrast in both themes. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const { color, isThemeColor } = parseThemeColor({
    color: input.color ?? input.theme.primaryColor,
    theme: input.theme,
  })
  if (!isThemeColor) return colors
  const words = `light-dark(var(--mantine-color-${color}-8), var(--mantine-color-${color}-2))`
  if (input.variant === 'subtle') return { ...colors, color: words }
  if (input.variant !== 'light') return colors
  return {
    ...colors,
    background: `color-mix(in srgb, var(--mantine-color-${color}-6) 15%, transparent)`,
    hover: `color-mix(in srgb, var(--mantine-color-${color}-6) 24%, transparent)`,
    color: `light-dark(var(--mantine-color-${color}-9), var(--mantine-color-${color}-2))`,
  }
}

/** Words of problems and of empty fields can be read in both themes, and one sees where a field begins and ends. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-placeholder': '#776f61', '--mkt-field': '#948c7d' },
  dark: {
    '--mantine-color-placeholder': '#98a29a',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    // A button that is not the first is one anyway: it stands out from its card.
    '--mantine-color-default': '#262f2b',
    '--mantine-color-default-hover': '#2e3833',
    '--mantine-color-default-border': '#4b5750',
    '--mkt-field': '#6a766f',
  },
})

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  black: '#1d1b16',
  variantColorResolver,
  colors: { pine, clay, gray, dark, red, blue },
  defaultRadius: 'md',
  fontFamily: sans,
  fontFamilyMonospace:
    "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  headings: {
    fontFamily: sans,
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.03rem', lineHeight: '1.4' },
      h4: { fontSize: '0.92rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: closing },
    Drawer: { defaultProps: closing },
    Notification: { defaultProps: closing },
    // Who works without a mouse may look at what was typed, too.
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
  },
})
