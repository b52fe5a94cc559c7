-- CreateTable
CREATE TABLE "password_link" (
    "token_sha256" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "used_at" TIMESTAMP(3),

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("token_sha256")
);

-- CreateIndex
CREATE INDEX "password_link_person_id_idx" ON "password_link"("person_id");

-- AddForeignKey
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's language cannot say
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_token_sha256_check" CHECK (octet_length("token_sha256") = 32);
