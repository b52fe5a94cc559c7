-- Rules of approval are null until they are set, so that the entries of a log that are older still prove the row.
-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "approvals_needed" INTEGER,
ADD COLUMN     "comments_resolved" BOOLEAN,
ADD COLUMN     "in_force_when_approved" BOOLEAN,
ADD COLUMN     "needed_role" TEXT,
ADD COLUMN     "needed_role_last" BOOLEAN,
ADD COLUMN     "signer_not_invited_by_author" BOOLEAN;

-- CreateTable
CREATE TABLE "in_force" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "from_at" TIMESTAMP(3) NOT NULL,
    "until_at" TIMESTAMP(3),
    "ends" BOOLEAN NOT NULL DEFAULT false,
    "set_by" TEXT NOT NULL,
    "set_by_id" UUID NOT NULL,
    "set_at" TIMESTAMP(3) NOT NULL,
    "sequence" BIGSERIAL NOT NULL,

    CONSTRAINT "in_force_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member_admission" (
    "id" BIGSERIAL NOT NULL,
    "namespace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by_id" UUID,
    "by" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "member_admission_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "in_force_namespace_id_name_sequence_idx" ON "in_force"("namespace_id", "name", "sequence");

-- CreateIndex
CREATE INDEX "in_force_namespace_id_hash_idx" ON "in_force"("namespace_id", "hash");

-- CreateIndex
CREATE INDEX "member_admission_namespace_id_person_id_idx" ON "member_admission"("namespace_id", "person_id");

-- AddForeignKey
ALTER TABLE "in_force" ADD CONSTRAINT "in_force_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "in_force" ADD CONSTRAINT "in_force_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_admission" ADD CONSTRAINT "member_admission_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_admission" ADD CONSTRAINT "member_admission_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;



-- What Prisma's language cannot say
ALTER TABLE "namespace" ADD CONSTRAINT "namespace_approvals_needed_check" CHECK ("approvals_needed" BETWEEN 1 AND 5);
ALTER TABLE "namespace" ADD CONSTRAINT "namespace_needed_role_check" CHECK ("needed_role" IN ('any', 'administrator', 'author'));
ALTER TABLE "in_force" ADD CONSTRAINT "in_force_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "in_force" ADD CONSTRAINT "in_force_from_check" CHECK ("set_at" <= "from_at");
ALTER TABLE "in_force" ADD CONSTRAINT "in_force_until_check" CHECK ("from_at" < "until_at");
ALTER TABLE "in_force" ADD CONSTRAINT "in_force_ends_check" CHECK (NOT "ends" OR "until_at" IS NULL);
ALTER TABLE "member_admission" ADD CONSTRAINT "member_admission_kind_check" CHECK ("kind" IN ('invitation', 'operator', 'confirmation'));

CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "in_force"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "member_admission"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
