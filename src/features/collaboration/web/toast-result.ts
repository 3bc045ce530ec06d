import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'

/** Shows the result in a toast, even after the row that started it has left the page. */
export async function toastResult(work: Promise<unknown>, o: { done: string; failed: string }): Promise<void> {
  try {
    await work
    toast.success(o.done)
  } catch (error) {
    toast.error(asAppError(error).message, { title: o.failed })
  }
}
