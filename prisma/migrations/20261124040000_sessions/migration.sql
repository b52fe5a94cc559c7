-- A signed-in browser. The token itself is never stored.
CREATE TABLE "browser_session" (
    "id" UUID NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "started_at" TIMESTAMP(3) NOT NULL,
    "authenticated_at" TIMESTAMP(3) NOT NULL,
    "last_used_at" TIMESTAMP(3) NOT NULL,
    "browser" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "wrong_proofs" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMP(3),
    "end_reason" TEXT,

    CONSTRAINT "browser_session_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "browser_session_token_length" CHECK (octet_length("token_sha256") = 32),
    CONSTRAINT "browser_session_end" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL))
);

CREATE UNIQUE INDEX "browser_session_token_sha256_key" ON "browser_session"("token_sha256");
CREATE INDEX "browser_session_person_id_started_at_idx" ON "browser_session"("person_id", "started_at");
CREATE INDEX "browser_session_started_at_idx" ON "browser_session"("started_at");

ALTER TABLE "browser_session" ADD CONSTRAINT "browser_session_person_id_fkey"
    FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Wrong passwords at sign-in, by account and by address: shared by every process.
CREATE TABLE "password_try" (
    "key" TEXT NOT NULL,
    "tries" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "free_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "password_try_pkey" PRIMARY KEY ("key")
);

CREATE INDEX "password_try_at_idx" ON "password_try"("at");

-- What happened to accounts and sessions. It is no part of any namespace's log, and rows are removed after 90 days.
CREATE TABLE "security_event" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "person_id" UUID,
    "account_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "minute" TIMESTAMP(3),

    CONSTRAINT "security_event_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "security_event_at_idx" ON "security_event"("at");
CREATE INDEX "security_event_person_id_id_idx" ON "security_event"("person_id", "id");
-- Failed tries of one minute are one row; other events have no minute, and so a row each.
CREATE UNIQUE INDEX "security_event_counted_key" ON "security_event"("kind", "account_key", "address", "minute");

ALTER TABLE "security_event" ADD CONSTRAINT "security_event_person_id_fkey"
    FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
