-- A schema is shown to people, so its products and fields keep the order the policy system gives them in.
-- What was read before is put right when it is read again, ten minutes later at the latest.
alter table tenant alter column schema type json using schema::json;
