import { useState } from 'react'
import { Link } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { REASON_LABEL, REPORT_REASONS, type ReportedKind, type ReportReason, TEXT_MAX } from '../model/limits.ts'
import { useReportForm } from './use-report-form.ts'

type Reported = { readonly kind: ReportedKind; readonly token: string }

/** /report/:kind/:token: reports a public page. Without JavaScript the browser sends the form to this address. */
export function ReportPage({ kind, token }: Reported) {
  const form = useReportForm({ kind, token })
  const mounted = useMounted()
  if (form.isSent) return <ReportConfirmation back={`/${kind}/${token}`} />
  return (
    <div className="mx-auto max-w-[36rem] px-4 py-10 sm:px-6 sm:py-16">
      <h1 className="text-3xl">Report this page</h1>
      <p className="mt-2 text-muted">
        Say what is wrong with it. A person looks at every report, and you need no account.
      </p>
      <Form form={form} isAlive={mounted} />
    </div>
  )
}

/** The browser checks the form without JavaScript; with it, we do, in our own words. */
function Form({ form, isAlive }: { form: ReturnType<typeof useReportForm>; isAlive: boolean }) {
  const [reason, setReason] = useState<ReportReason | ''>('')
  return (
    <form
      method="post"
      noValidate={isAlive}
      aria-label="Report"
      onSubmit={(event) => void form.submit(event)}
      onInput={form.clear}
      className="mt-8 grid gap-5"
    >
      <Select
        name="reason"
        label="Reason"
        value={reason}
        options={REASONS}
        onChange={setReason}
        required
        error={form.errorAt('reason')}
      />
      <TextArea
        name="text"
        label="What is wrong?"
        hint="For example where it appears, or which right it violates."
        rows={7}
        maxLength={TEXT_MAX}
        required
        error={form.errorAt('text')}
      />
      <TextField
        name="email"
        type="email"
        label="E-mail (optional)"
        hint="Only for our answer. The owner of the page never sees it."
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        error={form.errorAt('email')}
      />
      {/* Honeypot: hidden from people; bots fill it in. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {form.refused !== undefined && (
        <Notice tone="error" title="Your report was not sent">
          {form.refused} What you wrote stays here.
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" size="lg" busy={form.busy}>
          {form.busy ? 'Sending…' : 'Send report'}
        </Button>
      </div>
    </form>
  )
}

/** /report/sent: after a form without JavaScript. @param back the reported page, where it is known */
export function ReportConfirmation({ back }: { back?: string }) {
  return (
    <div className="mx-auto grid max-w-[36rem] justify-items-start gap-4 px-4 py-10 sm:px-6 sm:py-16">
      <h1 className="text-3xl">Your report is with us</h1>
      <p className="text-muted">
        Thank you. A person looks at it. If you left an e-mail address, we write there what we decided.
      </p>
      {back === undefined ? (
        <Link to="/" className={buttonClass()}>
          Return Home
        </Link>
      ) : (
        <Link to={back} className={buttonClass()}>
          Back to the page
        </Link>
      )}
    </div>
  )
}

const REASONS = [
  { value: '', label: 'Choose a reason' } as const,
  ...REPORT_REASONS.map((value) => ({ value, label: REASON_LABEL[value] })),
]
