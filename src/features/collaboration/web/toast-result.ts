import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'

/** Says in a toast how something ended, also when the row it was asked from has left the page meanwhile. */
export async function toastResult(work: Promise<unknown>, o: { done: string; failed: string }): Promise<void> {
  try {
    await work
    toast.success(o.done)
  } catch (error) {
    toast.error(asAppError(error).message, { title: o.failed })
  }
}
