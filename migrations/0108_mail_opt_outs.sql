-- Kinds of mails that a person does not want (docs/decisions/0098-unsubscribing.md).
create table mail_opt_outs (
  user_id uuid not null references users (id),
  kind text not null,
  since timestamptz not null,
  primary key (user_id, kind)
);
