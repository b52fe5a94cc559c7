-- Evidence of rows: an entry of a log proves the rows that its transaction changed (server/decisions/019).

-- AlterTable
ALTER TABLE "log_entry" ADD COLUMN     "evidence" BYTEA;

-- AlterTable
ALTER TABLE "log_head" ADD COLUMN     "state_index" BIGINT;

-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "state_recorded_at" TIMESTAMP(3);

-- Notes in the transaction which row it changed: a JSON array of table, key and namespace on a line of its own, in a
-- setting that ends with the transaction. Arguments: the column of the namespace (empty where the row has none), then the
-- columns of the key. A transaction that changes more than the limit below appends no entry about them: it is a restore.
CREATE OR REPLACE FUNCTION note_changed_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := coalesce(current_setting('touchstone.changed_rows', true), '');
  contents jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  key jsonb := '[]';
BEGIN
  IF length(changed) > 200000 THEN
    RETURN NULL;
  END IF;
  FOR i IN 1 .. TG_NARGS - 1 LOOP
    key := key || jsonb_build_array(contents ->> TG_ARGV[i]);
  END LOOP;
  PERFORM set_config('touchstone.changed_rows',
    changed || jsonb_build_array(TG_TABLE_NAME, key, contents ->> TG_ARGV[0])::text || E'\n', true);
  RETURN NULL;
END
$$;

CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "namespace"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "ruleset"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'hash');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "ruleset_name"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'name');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "name_binding"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "approval"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "approval_withdrawal"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('', 'approval_id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "review_record"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "ruleset_label"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'hash');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "unit_library"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'hash');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "unit_converter"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "credential"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "person"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "person_identity"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('', 'person_id', 'issuer', 'subject');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "passkey"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('', 'person_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "membership"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'person_id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "administrator_tenure"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'person_id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "invitation"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "test_case"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "signing_key"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "service_account"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('home_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "service_secret"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "group_member"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'account_id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "project"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "guardrail"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "application"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "application_guardrail"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('', 'application_id', 'guardrail_id');
