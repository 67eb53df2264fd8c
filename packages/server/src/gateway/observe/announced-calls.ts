import { type Announcing, announceCall } from '../../actions/delivery/announce-delivery.ts'
import type { CallRecorder } from './call-recorder.ts'

/** Records calls and tells those who look at the installation that there are new ones. */
export function announcedCalls(platform: Announcing, recorder: CallRecorder): CallRecorder {
  return {
    record(call) {
      recorder.record(call)
      announceCall(platform, call.installationId)
    },
    get dropped() {
      return recorder.dropped
    },
    drain: () => recorder.drain(),
  }
}
