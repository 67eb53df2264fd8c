-- The organization in the primary key of what else grows with traffic. The indexes are there, so this changes the catalogue alone.
-- allow drop-key: a unique index has each former key that the former release names, and the new keys find rows by the former ones
alter table account_erasure drop constraint account_erasure_pkey, add constraint account_erasure_pkey primary key using index account_erasure_key;
alter table call drop constraint call_pkey, add constraint call_pkey primary key using index call_key;
alter table call_payload drop constraint call_payload_pkey, add constraint call_payload_pkey primary key using index call_payload_key;
alter table field_use drop constraint field_use_pkey, add constraint field_use_pkey primary key using index field_use_key;
alter table last_answer drop constraint last_answer_pkey, add constraint last_answer_pkey primary key using index last_answer_key;
alter table ledger drop constraint ledger_pkey, add constraint ledger_pkey primary key using index ledger_key;
alter table pricing drop constraint pricing_pkey, add constraint pricing_pkey primary key using index pricing_key;
alter table shadow_batch drop constraint shadow_batch_pkey, add constraint shadow_batch_pkey primary key using index shadow_batch_key;
alter table tenant_call drop constraint tenant_call_pkey, add constraint tenant_call_pkey primary key using index tenant_call_key;
alter table traffic drop constraint traffic_pkey, add constraint traffic_pkey primary key using index traffic_key;
alter table traffic_minute drop constraint traffic_minute_pkey, add constraint traffic_minute_pkey primary key using index traffic_minute_key;
