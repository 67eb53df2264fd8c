import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'

export const useApproveTool = () =>
  useChange({
    send: (body: { organization: string; challenge: string }) => api.approveTool({ body }),
    secret: true,
  })
