-- CreateTable
CREATE TABLE "tool_guard" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "ruleset_hash" TEXT NOT NULL,
    "unknown" TEXT NOT NULL,
    "wait_seconds" INTEGER NOT NULL,
    "map" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "tool_guard_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_grant" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "guard_id" UUID NOT NULL,
    "guard_name" TEXT NOT NULL,
    "guard_version" INTEGER NOT NULL,
    "server" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "ruleset_hash" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "asker" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "behind_id" UUID,
    "asked_at" TIMESTAMP(3) NOT NULL,
    "waits_until" TIMESTAMP(3) NOT NULL,
    "answered_at" TIMESTAMP(3),
    "answered_by" TEXT,
    "answered_by_id" UUID,
    "is_granted" BOOLEAN,
    "reason" TEXT,
    "expires_at" TIMESTAMP(3),
    "used_at" TIMESTAMP(3),
    "use_id" UUID,

    CONSTRAINT "call_grant_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tool_guard_namespace_id_name_key" ON "tool_guard"("namespace_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "tool_guard_namespace_id_server_tool_key" ON "tool_guard"("namespace_id", "server", "tool");

-- CreateIndex
CREATE INDEX "call_grant_namespace_id_digest_asker_asked_at_idx" ON "call_grant"("namespace_id", "digest", "asker", "asked_at");

-- CreateIndex
CREATE INDEX "call_grant_namespace_id_asked_at_id_idx" ON "call_grant"("namespace_id", "asked_at", "id");

-- AddForeignKey
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;



-- What Prisma's language cannot say
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_version_check" CHECK ("version" > 0);
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_unknown_check" CHECK ("unknown" IN ('ask', 'refuse', 'pass'));
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_wait_seconds_check" CHECK ("wait_seconds" > 0);
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_ruleset_hash_check" CHECK ("ruleset_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant_digest_check" CHECK ("digest" ~ '^[0-9a-f]{64}$');
-- An answer is whole, and only a grant is used, after its answer and before its end.
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant_answer_check" CHECK (
  num_nulls("answered_at", "answered_by", "answered_by_id", "is_granted", "expires_at") IN (0, 5));
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant_use_check" CHECK (
  num_nulls("used_at", "use_id") IN (0, 2)
  AND ("used_at" IS NULL OR ("is_granted" IS TRUE AND "used_at" < "expires_at")));

CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "tool_guard"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "call_grant"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
