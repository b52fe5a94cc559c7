-- Few texts share a library or use one, and the pages about libraries read them all.
CREATE INDEX "ruleset_sharing_idx" ON "ruleset"("namespace_id", "hash") WHERE position('library'::bytea IN "source") > 0;
CREATE INDEX "ruleset_using_idx" ON "ruleset"("namespace_id", "hash") WHERE position('sha256:'::bytea IN "source") > 0;
