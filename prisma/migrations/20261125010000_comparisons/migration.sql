-- CreateTable: what signers were shown of the difference in meaning, by its digest.
CREATE TABLE "ruleset_comparison" (
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "canonical" BYTEA NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ruleset_comparison_pkey" PRIMARY KEY ("namespace_id","hash")
);

-- AddForeignKey
ALTER TABLE "ruleset_comparison" ADD CONSTRAINT "ruleset_comparison_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's language cannot say
ALTER TABLE "ruleset_comparison" ADD CONSTRAINT "ruleset_comparison_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$');

CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "ruleset_comparison"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'hash');
