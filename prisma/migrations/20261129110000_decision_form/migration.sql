-- CreateTable
CREATE TABLE "decision_form" (
    "namespace_id" UUID NOT NULL,
    "id" BYTEA NOT NULL,
    "form" TEXT NOT NULL,

    CONSTRAINT "decision_form_pkey" PRIMARY KEY ("namespace_id","id")
);

-- What Prisma's language cannot say
ALTER TABLE "decision_form" ADD CONSTRAINT "decision_form_id_check" CHECK (octet_length("id") = 16);
