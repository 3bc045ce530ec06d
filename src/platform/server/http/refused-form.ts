/** Why a form sent without scripts was refused, for the page that shows it again. */
export type RefusedForm = {
  readonly status: number
  /** The sentence above the page: one of few, since each page is drawn once for each of them. */
  readonly notice: string
  /** Seconds until another attempt may succeed. */
  readonly retryAfterS?: number
}
