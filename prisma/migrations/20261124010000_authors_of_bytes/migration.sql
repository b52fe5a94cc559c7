-- CreateEnum
CREATE TYPE "credential_issuer" AS ENUM ('person', 'operator');

-- AlterTable
ALTER TABLE "ruleset" ADD COLUMN "stored_by_person_id" UUID,
ADD COLUMN "stored_by_credential_id" UUID,
ADD COLUMN "stored_channel" "approval_channel";

-- AlterTable
ALTER TABLE "name_binding" ADD COLUMN "credential_id" UUID,
ADD COLUMN "channel" "approval_channel",
ADD COLUMN "with_approval" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "approval" ADD COLUMN "person_id" UUID,
ADD COLUMN "reported_by" TEXT;

-- AlterTable
ALTER TABLE "credential" ADD COLUMN "issuer" "credential_issuer",
ADD COLUMN "issued_by_id" UUID;

-- CreateTable
CREATE TABLE "administrator_tenure" (
    "namespace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "administrator_tenure_pkey" PRIMARY KEY ("namespace_id","person_id")
);

-- AddForeignKey
ALTER TABLE "ruleset" ADD CONSTRAINT "ruleset_stored_by_person_id_fkey" FOREIGN KEY ("stored_by_person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_issued_by_id_fkey" FOREIGN KEY ("issued_by_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "administrator_tenure" ADD CONSTRAINT "administrator_tenure_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "administrator_tenure" ADD CONSTRAINT "administrator_tenure_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma's language cannot say
ALTER TABLE "ruleset" ADD CONSTRAINT "ruleset_stored_by_check" CHECK (
  num_nonnulls("stored_by_person_id", "stored_by_credential_id") <= CASE WHEN "stored_channel" IS NULL THEN 0 ELSE 1 END
);
ALTER TABLE "name_binding" ADD CONSTRAINT "name_binding_bound_with_check" CHECK (num_nonnulls("person_id", "credential_id") <= 1);
ALTER TABLE "credential" ADD CONSTRAINT "credential_issued_by_check" CHECK (
  ("issued_by_id" IS NOT NULL) = ("issuer" IS NOT NULL AND "issuer" = 'person')
);

-- An approval with a credential is shown with the credential's label, which never changes.
UPDATE "approval" SET "reported_by" = "credential"."label"
FROM "credential"
WHERE "credential"."id" = "approval"."credential_id" AND "credential"."namespace_id" = "approval"."namespace_id"
  AND "approval"."channel" <> 'person';

-- Who issued a credential is read from the entry `credential_issued` of the log of its namespace, and from nothing else: a
-- credential chooses its label and never the actor of that entry. A person issued it where exactly this label is one
-- person's, who existed then; every other actor than `operator` leaves the issuer unknown. An entry that cannot be read
-- leaves it unknown too.
DO $backfill$
DECLARE
  entry RECORD;
  told JSONB;
  issuing_person UUID;
BEGIN
  FOR entry IN SELECT "namespace_id", "body", "at" FROM "log_entry" WHERE "kind" = 'credential_issued' ORDER BY "namespace_id", "index" LOOP
    BEGIN
      told := convert_from(entry."body", 'UTF8')::JSONB;
      issuing_person := NULL;
      SELECT "person"."id" INTO issuing_person FROM "person"
      WHERE "name" || ' <' || "email" || '>' = told ->> 'actor' AND "created_at" <= entry."at"
        AND 1 = (SELECT count(*) FROM "person" AS other WHERE other."name" || ' <' || other."email" || '>' = told ->> 'actor');
      UPDATE "credential"
      SET "issuer" = CASE WHEN issuing_person IS NULL THEN 'operator'::"credential_issuer" ELSE 'person'::"credential_issuer" END,
        "issued_by_id" = issuing_person
      WHERE "id" = (told -> 'details' ->> 'credential_id')::UUID AND "namespace_id" = entry."namespace_id"
        AND "grade" = 'full' AND "issuer" IS NULL
        AND (issuing_person IS NOT NULL OR told ->> 'actor' = 'operator');
    EXCEPTION WHEN data_exception OR invalid_text_representation OR untranslatable_character THEN
      NULL;
    END;
  END LOOP;
END
$backfill$;

-- Whoever is or was an administrator, as memberships and logs tell it. An e-mail address is one person's for ever, and a
-- label ends with it.
INSERT INTO "administrator_tenure" ("namespace_id", "person_id", "since")
SELECT "namespace_id", "person_id", "since" FROM "membership" WHERE 'administrator' = ANY ("roles");

DO $backfill$
DECLARE
  entry RECORD;
  told JSONB;
BEGIN
  FOR entry IN SELECT "namespace_id", "body", "at" FROM "log_entry"
    WHERE "kind" IN ('member_joined', 'roles_changed', 'member_removed') ORDER BY "namespace_id", "index" LOOP
    BEGIN
      told := convert_from(entry."body", 'UTF8')::JSONB -> 'details';
      INSERT INTO "administrator_tenure" ("namespace_id", "person_id", "since")
      SELECT entry."namespace_id", "person"."id", entry."at" FROM "person"
      WHERE (told -> 'roles' ? 'administrator' OR told -> 'before' ? 'administrator')
        AND right(told ->> 'person', length("email") + 3) = ' <' || "email" || '>'
      ON CONFLICT ("namespace_id", "person_id") DO UPDATE SET "since" = least("administrator_tenure"."since", EXCLUDED."since");
    EXCEPTION WHEN data_exception OR invalid_text_representation OR untranslatable_character THEN
      NULL;
    END;
  END LOOP;
END
$backfill$;
