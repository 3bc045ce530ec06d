import { useState } from 'react'
import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import type { ContactTopic } from '../../model/contract.ts'
import { type Refused, useContactForm } from './use-contact-form.ts'

/** /contact: a message to the people who run this site (spec §2). */
export function ContactPage() {
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,36rem)_1fr] lg:gap-24">
      <div>
        <h1 className="text-3xl">Contact</h1>
        <p className="mt-2 text-muted">A question, a problem or an idea: write to us, and we answer by e-mail.</p>
        <ContactSection />
      </div>
      <Addresses />
    </div>
  )
}

function ContactSection() {
  const form = useContactForm()
  if (form.sentTo !== undefined) {
    return (
      <div className="mt-8">
        <Notice
          tone="success"
          title="Your message is with us"
          actions={<Button onClick={form.again}>Write another message</Button>}
        >
          We answer at {form.sentTo}.
        </Notice>
      </div>
    )
  }
  return <MessageForm form={form} />
}

/** POST, so that a submit before hydration never puts the message into the address. */
function MessageForm({ form }: { form: ReturnType<typeof useContactForm> }) {
  const [topic, setTopic] = useState<ContactTopic>('help')
  const sells = useIsSelling()
  return (
    <form
      method="post"
      noValidate
      aria-label="Message"
      onSubmit={(event) => void form.submit(event, topic)}
      onInput={form.clear}
      className="mt-8 grid gap-5"
    >
      <TextField name="name" label="Name" autoComplete="name" maxLength={80} required error={form.errorAt('name')} />
      <TextField
        name="email"
        type="email"
        label="E-mail"
        hint="Only to answer you."
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        error={form.errorAt('email')}
      />
      <Select
        label="Topic"
        value={topic}
        options={sells ? TOPICS : TOPICS.filter(({ value }) => !SALES_TOPICS.has(value))}
        onChange={setTopic}
      />
      <TextArea name="message" label="Message" rows={8} maxLength={5_000} required error={form.errorAt('message')} />
      {/* Honeypot: hidden from people; bots fill it in. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {form.refused && <RefusedNotice refused={form.refused} />}
      <div>
        <Button type="submit" variant="primary" size="lg" busy={form.busy}>
          {form.busy ? 'Sending…' : 'Send message'}
        </Button>
      </div>
    </form>
  )
}

function RefusedNotice({ refused }: { refused: Refused }) {
  const tooMany = refused.waitMinutes !== undefined
  return (
    <Notice tone="error" title={tooMany ? 'That was a lot of messages' : 'Your message was not sent'}>
      {tooMany
        ? `You can send the next one in ${refused.waitMinutes} ${refused.waitMinutes === 1 ? 'minute' : 'minutes'}. What you wrote stays here.`
        : `${refused.message} What you wrote stays here.`}
    </Notice>
  )
}

/** Addresses for people who prefer their own mail program. */
function Addresses() {
  const site = useSite()
  if (site === undefined) return null
  const { contacts } = site
  const rows = [
    { label: 'Help with your videos or your account', address: contacts.support },
    { label: 'Legal matters and privacy', address: contacts.legal },
    { label: 'Everything else', address: contacts.general },
  ]
  return (
    <section aria-labelledby="by-mail" className="lg:pt-2">
      <h2 id="by-mail" className="text-xl">
        Or write a mail
      </h2>
      <dl className="mt-4 grid gap-4">
        {rows.map(({ label, address }) => (
          <div key={label}>
            <dt className="text-sm text-faint">{label}</dt>
            <dd>
              <a
                href={`mailto:${address}`}
                className="font-medium break-words text-accent-text underline underline-offset-3 hover:no-underline"
              >
                {address}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const SALES_TOPICS: ReadonlySet<ContactTopic> = new Set(['billing', 'affiliates'])
const TOPICS: readonly { value: ContactTopic; label: string }[] = [
  { value: 'help', label: 'Help with a video or my account' },
  { value: 'billing', label: 'Plans, credits and invoices' },
  { value: 'affiliates', label: 'Affiliate programme' },
  { value: 'legal', label: 'Legal and privacy' },
  { value: 'other', label: 'Something else' },
]
