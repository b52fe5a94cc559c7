-- What the triggers of append-only tables call, and the two ways in which their rows are removed. The triggers
-- themselves and the grants are made after the migrations, from one list (server/store/roles/table-rules.ts).

-- Maintenance (a migration, a restore, the functions below) sets touchstone.maintenance for its transaction. The
-- setting counts for the owner of the table alone: another role gains nothing by it.
CREATE OR REPLACE FUNCTION touchstone_refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF coalesce(current_setting('touchstone.maintenance', true), '') <> 'on'
    OR NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RAISE EXCEPTION 'rows of % are protected: % is refused', TG_TABLE_NAME, TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

-- Removes namespaces whose evaluation credentials all expired before the given time, at most so many, and then the
-- expired credentials of namespaces that stay. The condition is here and not with the caller: a namespace that ever had
-- a full credential (their rows stay) or a member (the log has the entry) stays, as does the one of a deployment without
-- credentials; the time counts by the database's own clock.
CREATE OR REPLACE FUNCTION touchstone_remove_expired_evaluations(expired_before timestamp, max_removed integer)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  removed integer;
BEGIN
  IF expired_before IS NULL OR expired_before > clock_timestamp() AT TIME ZONE 'UTC' THEN
    RAISE EXCEPTION 'what has not expired is not removed' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM set_config('touchstone.maintenance', 'on', true);
  DELETE FROM namespace WHERE id IN (
    SELECT n.id FROM namespace n
    WHERE EXISTS (
      SELECT FROM credential c
      WHERE c.namespace_id = n.id AND c.grade = 'evaluation' AND c.expires_at < expired_before
    ) AND NOT EXISTS (
      SELECT FROM credential c
      WHERE c.namespace_id = n.id AND (c.grade <> 'evaluation' OR c.expires_at IS NULL OR c.expires_at >= expired_before)
    ) AND NOT EXISTS (SELECT FROM membership m WHERE m.namespace_id = n.id)
      AND NOT EXISTS (SELECT FROM log_entry e WHERE e.namespace_id = n.id AND e.kind = 'member_joined')
      AND n.id <> '00000000-0000-4000-8000-000000000001'
    LIMIT max_removed
    FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM credential c
  WHERE c.grade = 'evaluation' AND c.expires_at < expired_before AND (
    EXISTS (
      SELECT FROM credential other
      WHERE other.namespace_id = c.namespace_id
        AND (other.grade <> 'evaluation' OR other.expires_at IS NULL OR other.expires_at >= expired_before)
    )
    OR EXISTS (SELECT FROM membership m WHERE m.namespace_id = c.namespace_id)
  );
  PERFORM set_config('touchstone.maintenance', 'off', true);
  RETURN removed;
END
$$;

-- Removes frames that were answered before the given time, at most so many. An hour is the shortest retention that can
-- be configured; a frame cannot have been answered before it was sent.
CREATE OR REPLACE FUNCTION touchstone_remove_frames(answered_before timestamp, max_removed integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  removed integer;
BEGIN
  IF answered_before IS NULL OR answered_before > clock_timestamp() AT TIME ZONE 'UTC' - interval '1 hour' THEN
    RAISE EXCEPTION 'a frame that was answered within the last hour is not removed'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM set_config('touchstone.maintenance', 'on', true);
  DELETE FROM frame WHERE id IN (
    SELECT r.frame_id FROM frame_response r JOIN frame f ON f.id = r.frame_id
    WHERE r.answered_at < answered_before AND f.sent_at < answered_before
    LIMIT max_removed
  );
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('touchstone.maintenance', 'off', true);
  RETURN removed;
END
$$;

-- They run as the owner, so their names mean the tables of this schema alone, whatever the caller's search path is.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION touchstone_remove_expired_evaluations(timestamp, integer) SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION touchstone_remove_frames(timestamp, integer) SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

REVOKE EXECUTE ON FUNCTION touchstone_remove_expired_evaluations(timestamp, integer) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION touchstone_remove_frames(timestamp, integer) FROM PUBLIC;
