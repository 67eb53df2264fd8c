import { expect, it } from 'vitest'
import { otlpOrigin } from './otlp-origin.ts'

const config = { appTelemetry: true, otlpUrl: undefined, stateUrl: undefined, bind: '0.0.0.0' }

it.each([
  [{}, 'http://127.0.0.1:7075'],
  [{ applicationHost: '172.17.0.1' }, 'http://172.17.0.1:7075'],
  [{ stateUrl: 'http://state.internal:7072' }, 'http://state.internal:7075'],
  [{ stateUrl: 'http://[fd00::1]:7072' }, 'http://[fd00::1]:7075'],
  [{ stateUrl: 'http://state.internal:7072', otlpUrl: 'https://otlp.internal' }, 'https://otlp.internal'],
  [{ stateUrl: 'https://state.internal' }, ''],
  [{ otlpUrl: 'https://otlp.internal', appTelemetry: false }, ''],
])('with %o containers report telemetry at "%s"', (given, expected) => {
  expect(otlpOrigin({ ...config, ...given }, 7075)).toBe(expected)
})
