PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO kysely_migration VALUES('001-initial','2026-11-26T03:39:16.172Z');
INSERT INTO kysely_migration VALUES('003-unavailable','2026-11-28T06:49:27.777Z');
INSERT INTO kysely_migration VALUES('005-due-dates','2026-11-28T06:49:27.803Z');
INSERT INTO kysely_migration VALUES('006-schema-fingerprint','2026-11-28T06:49:27.810Z');
INSERT INTO kysely_migration VALUES('007-service','2026-11-28T06:49:27.823Z');
INSERT INTO kysely_migration VALUES('008-sign-in','2026-11-28T06:49:27.943Z');
INSERT INTO kysely_migration VALUES('009-one-lease','2026-11-28T06:49:27.989Z');
INSERT INTO kysely_migration VALUES('010-number-search','2026-11-28T06:49:27.999Z');
INSERT INTO kysely_migration VALUES('011-team','2026-11-28T06:49:28.101Z');
INSERT INTO kysely_migration VALUES('012-kept-back','2026-11-28T06:49:28.118Z');
INSERT INTO kysely_migration VALUES('013-pool-owner','2026-11-28T06:49:28.124Z');
INSERT INTO kysely_migration VALUES('014-api-tokens','2026-11-28T06:49:28.162Z');
INSERT INTO kysely_migration VALUES('017-notifications','2026-11-28T06:49:28.225Z');
INSERT INTO kysely_migration VALUES('018-deliveries','2026-11-28T06:49:28.273Z');
INSERT INTO kysely_migration VALUES('019-service-tokens','2026-11-28T06:49:28.284Z');
INSERT INTO kysely_migration VALUES('021-no-fingerprint','2026-11-28T06:49:28.294Z');
INSERT INTO kysely_migration VALUES('022-request-recipient','2026-11-28T06:49:28.321Z');
INSERT INTO kysely_migration VALUES('023-user-language','2026-11-28T06:49:28.330Z');
INSERT INTO kysely_migration VALUES('024-user-limit','2026-11-28T06:49:28.365Z');
INSERT INTO kysely_migration VALUES('025-fewer-job-columns','2026-11-28T06:49:28.404Z');
INSERT INTO kysely_migration VALUES('026-one-count','2026-11-28T06:49:28.422Z');
CREATE TABLE IF NOT EXISTS "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO kysely_migration_lock VALUES('migration_lock',0);
CREATE TABLE token_state (
      key text PRIMARY KEY,
      token text,
      generation bigint NOT NULL,
      issued_at bigint,
      expires_at bigint,
      lease_until bigint,
      cooldown_until bigint,
      last_error text,
      renewals text
    , fencing_token bigint NOT NULL DEFAULT 0);
INSERT INTO token_state VALUES('v5 http://127.0.0.1:9 sandbox','v2.2a0c008d.Wwcu_HBtXOozBlRgQhD13cnHNPALfq2pDqD33bUMRREAygOuoWOwHx5h8D-FPS2WnqdYeYhebz0_HqUN',1,1795664358366,1795750758366,NULL,NULL,NULL,'[{"at":1795664358328,"because":"due","signedAt":"1795664358"}]',0);
CREATE TABLE setting (
      name text PRIMARY KEY,
      value text NOT NULL
    );
INSERT INTO setting VALUES('legacyCreate','true');
INSERT INTO setting VALUES('backgroundRate','100');
CREATE TABLE audit (
      id text PRIMARY KEY,
      at bigint NOT NULL,
      actor_id text NOT NULL,
      actor_name text NOT NULL,
      action text NOT NULL,
      object text NOT NULL,
      phase text NOT NULL,
      result text,
      request_id text,
      actor_role text,
      session text,
      address text,
      reason text,
      chain text NOT NULL,
      prev_hash text NOT NULL,
      hash text NOT NULL,
      seq bigint NOT NULL CHECK (seq > 0)
    );
INSERT INTO audit VALUES('00000000-0001-418e-b61e-4f676ec58bca',1795664357671,'console','console','audit.begin','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','outcome','[]',NULL,NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','','570253422d4d36c2af3b50aa75d96998aecf8e335e45cce4a86428f10fdeb410',1);
INSERT INTO audit VALUES('00000000-0002-415f-9180-1aa6e88a87f5',1795664357680,'-','admin@example.com','session.refused','admin@example.com','outcome','sign-in-failed','d391a088-fbf0-4a59-a006-358786f63829',NULL,NULL,'',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','570253422d4d36c2af3b50aa75d96998aecf8e335e45cce4a86428f10fdeb410','7d6ea6e14a799910c29a3b3c920c0d9b70895361d5d50fa927cc0268284cd7d8',2);
INSERT INTO audit VALUES('00000000-0003-4cd4-8f01-20b9d40769d3',1795664357971,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','session.begin','admin@example.com','outcome','done','51d4bbd1-bce8-4e89-9d4d-4df616070ecb','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','7d6ea6e14a799910c29a3b3c920c0d9b70895361d5d50fa927cc0268284cd7d8','d95a54c07073b8091d9ded044a737e905e71ec52e5ac042d5195c2010c98491e',3);
INSERT INTO audit VALUES('00000000-0004-40cd-a81b-3dc350fab0dc',1795664358262,'aL8scowIBnzw5ItJhSOqt63eYdhxYZqD','supervisor@example.com','session.begin','supervisor@example.com','outcome','done','b839a3a3-4d93-48ee-9a84-4930b1266dcc','supervisor','c78f260d62fc71fb','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','d95a54c07073b8091d9ded044a737e905e71ec52e5ac042d5195c2010c98491e','7b82c7e7d456d7961b7244305406a174c73d56d16e7ae16a0b7f6d7072ac097a',4);
INSERT INTO audit VALUES('00000000-0005-4e0a-a9a2-c3c1594a46de',1795664358275,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','settings.change','{"legacyCreate":true,"backgroundRate":100}','intent',NULL,'bc22a26f-ddb6-4f3c-bd31-56b7697146e5','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','7b82c7e7d456d7961b7244305406a174c73d56d16e7ae16a0b7f6d7072ac097a','0097ebb5fa762b82adbd4d251fe9a4d437c6e1f2a63e387112e59a573f945072',5);
INSERT INTO audit VALUES('00000000-0006-42e5-8ad4-f2cacea388a4',1795664358293,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','settings.change','{"legacyCreate":true,"backgroundRate":100}','outcome','done','bc22a26f-ddb6-4f3c-bd31-56b7697146e5','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','0097ebb5fa762b82adbd4d251fe9a4d437c6e1f2a63e387112e59a573f945072','0f87d142e26def29da4bbded5998d837367231594169fa18cd955ad583e1bd5e',6);
INSERT INTO audit VALUES('00000000-0007-42fd-b18a-cb3b1bf1aaef',1795664358313,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','extension.create','7001','intent',NULL,'3491e6bc-5d03-438f-a52e-18680b9290e5','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','0f87d142e26def29da4bbded5998d837367231594169fa18cd955ad583e1bd5e','72643027e86eb10c8361249a0619d82b1e17a4254d6686a46bb0fd4ee55e9120',7);
INSERT INTO audit VALUES('00000000-0008-4de9-819c-147c2e2557f8',1795664358409,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','extension.create','7001','outcome','done','3491e6bc-5d03-438f-a52e-18680b9290e5','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','72643027e86eb10c8361249a0619d82b1e17a4254d6686a46bb0fd4ee55e9120','f35cdd5dab066f208f2e5f9c157cd9fd87ba24396433d9e450f9fe109842d464',8);
INSERT INTO audit VALUES('00000000-0009-4a58-b592-4536b1a986df',1795664358496,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.create','176857ef-2d67-40a6-b34d-b7240a410506','outcome','3 rows','45fb1ca3-389a-4bcc-a6b1-72e4b4cc2583','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','f35cdd5dab066f208f2e5f9c157cd9fd87ba24396433d9e450f9fe109842d464','d71e1e8704a019c4404c7fd31fab14606dcf1839650c00bb61d62560da0ed1ae',9);
INSERT INTO audit VALUES('00000000-000a-4bcf-aba9-d7681a826914',1795664358518,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7002','intent',NULL,'176857ef-2d67-40a6-b34d-b7240a410506',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','d71e1e8704a019c4404c7fd31fab14606dcf1839650c00bb61d62560da0ed1ae','f6ae4e460fec4073f47289064169d63d1e3ddd9e933810284798892d5f92dedc',10);
INSERT INTO audit VALUES('00000000-000b-43b7-be50-3077023ff13f',1795664358530,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7003','intent',NULL,'176857ef-2d67-40a6-b34d-b7240a410506',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','f6ae4e460fec4073f47289064169d63d1e3ddd9e933810284798892d5f92dedc','41f30f0c10bd2b7d4d5485504bea9933cee99233ca0ad1d576d11df2aac9b437',11);
INSERT INTO audit VALUES('00000000-000c-4ccd-ae0f-c7d0acdf8c60',1795664358548,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7002','outcome','done','176857ef-2d67-40a6-b34d-b7240a410506',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','41f30f0c10bd2b7d4d5485504bea9933cee99233ca0ad1d576d11df2aac9b437','72947eedc64a04b01d13ef02fbecce8abef469fbbe83da9bf0cd589a4cf99ec0',12);
INSERT INTO audit VALUES('00000000-000d-40a1-9703-198cc3609934',1795664358556,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7003','outcome','done','176857ef-2d67-40a6-b34d-b7240a410506',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','72947eedc64a04b01d13ef02fbecce8abef469fbbe83da9bf0cd589a4cf99ec0','db99a71a069f6ffdb23a5e960c16d3c0c59793e02e24068d1ae18f103413a2c4',13);
INSERT INTO audit VALUES('00000000-000e-4ebe-87d0-cd4b34d7c594',1795664358713,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.create','5e861402-a7d8-43f0-8121-5a4bc79b8d9d','outcome','2 rows','74c2e229-b011-479a-9ece-279069a4ec19','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','db99a71a069f6ffdb23a5e960c16d3c0c59793e02e24068d1ae18f103413a2c4','af0d435646668d524f672a6cb9add00471176002ea1e59af7380b41161536af5',14);
INSERT INTO audit VALUES('00000000-000f-4e98-aea3-e5e8eae275e5',1795664358723,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.pause','5e861402-a7d8-43f0-8121-5a4bc79b8d9d','outcome','done','8aa7951d-146e-48e5-b639-0717659faf2e','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','af0d435646668d524f672a6cb9add00471176002ea1e59af7380b41161536af5','ef8970ff6dfc11a71690a776024b2e323e7e0e65624107145cac2aff32fc1d1e',15);
INSERT INTO audit VALUES('00000000-0010-417f-912c-29ad52538350',1795664358741,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7010','intent',NULL,'5e861402-a7d8-43f0-8121-5a4bc79b8d9d',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','ef8970ff6dfc11a71690a776024b2e323e7e0e65624107145cac2aff32fc1d1e','a91e2bf6bf541ae3ac41cd309d0a725a1a52c3e5b95f292157391e776587fd32',16);
INSERT INTO audit VALUES('00000000-0011-4a44-854d-1ef0e78d3507',1795664358741,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7011','intent',NULL,'5e861402-a7d8-43f0-8121-5a4bc79b8d9d',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','a91e2bf6bf541ae3ac41cd309d0a725a1a52c3e5b95f292157391e776587fd32','d68eff475ac4f8d3b526c9414094baa160d0e8b36da7eecab94d2ead4d119276',17);
INSERT INTO audit VALUES('00000000-0012-424f-bcda-fec057cc949a',1795664358751,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7010','outcome','not created','5e861402-a7d8-43f0-8121-5a4bc79b8d9d',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','d68eff475ac4f8d3b526c9414094baa160d0e8b36da7eecab94d2ead4d119276','57eda465caf71b1cbd143e3898c09db03fd9fea20164f3c4cb3b1cb508f9d6bd',18);
INSERT INTO audit VALUES('00000000-0013-4549-8de0-18fb1899ace4',1795664358751,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','job.item.create','7011','outcome','not created','5e861402-a7d8-43f0-8121-5a4bc79b8d9d',NULL,NULL,NULL,NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','57eda465caf71b1cbd143e3898c09db03fd9fea20164f3c4cb3b1cb508f9d6bd','1cda2494ba43a603c8f7167eabae63943e6bcb31417420d332561f4d4f8743f9',19);
INSERT INTO audit VALUES('00000000-0014-4b63-9c33-4c51e2c5cac1',1795664361860,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','reservation.reserve','1004','intent',NULL,'7b1f28e4-53b6-4e2b-b5e8-0f9d10fbc8e5','admin','329a5f970178783e','','agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','1cda2494ba43a603c8f7167eabae63943e6bcb31417420d332561f4d4f8743f9','d794dbb4dbd3f143f8f92391298fba4c58d0b24ac6b233066e38084a029707ab',20);
INSERT INTO audit VALUES('00000000-0015-4c6b-ac60-94bcb3ff333d',1795664361865,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','reservation.reserve','1004','outcome','done','7b1f28e4-53b6-4e2b-b5e8-0f9d10fbc8e5','admin','329a5f970178783e','','agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','d794dbb4dbd3f143f8f92391298fba4c58d0b24ac6b233066e38084a029707ab','50b19eea5b900073a401f131261ba2ed05a6986acc976641cdea22d15cca208e',21);
INSERT INTO audit VALUES('00000000-0016-4146-82f9-59359a5359a1',1795664361869,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','reservation.reserve','1006','intent',NULL,'d88befb1-ffa0-421e-be5b-8e3c76848c23','admin','329a5f970178783e','','agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','50b19eea5b900073a401f131261ba2ed05a6986acc976641cdea22d15cca208e','8d278910de3f4e0ad7edc77a961a588d886ea05371c134c75bd4099f211dc37d',22);
INSERT INTO audit VALUES('00000000-0017-4676-adbe-ce94da3464ef',1795664361872,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','reservation.reserve','1006','outcome','done','d88befb1-ffa0-421e-be5b-8e3c76848c23','admin','329a5f970178783e','','agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','8d278910de3f4e0ad7edc77a961a588d886ea05371c134c75bd4099f211dc37d','e90fb6cf0769d8b107b1b26ded70566e06e1faf89d1005ef55af81517bff434d',23);
INSERT INTO audit VALUES('00000000-0018-489b-a1c7-4894824593ac',1795664361884,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','reservation.release','1006','outcome','done','d04d4405-27fd-4cdb-aa67-db4781487432','admin','329a5f970178783e','','not needed','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','e90fb6cf0769d8b107b1b26ded70566e06e1faf89d1005ef55af81517bff434d','0ec3d1ceffa05d4bae817483243a1361b175f1c25e705d85883edc9432bc6989',24);
INSERT INTO audit VALUES('00000000-0019-4774-90cd-7af5009ef8cb',1795664361889,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','request.ask','1000','outcome','done','d5f11b6b-64da-465d-992e-4ae1597edc32','admin','329a5f970178783e','','unbind: left the company','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','0ec3d1ceffa05d4bae817483243a1361b175f1c25e705d85883edc9432bc6989','a755d5dd73d364c027e81a4a30dfe4633477c03a439f7fac06b8b9bf2e654b98',25);
INSERT INTO audit VALUES('00000000-001a-40a7-b50c-2c91eec18de4',1795664361893,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','extension.label','1007','intent',NULL,'c7f1fff1-e8cf-4d4a-a3ad-9e96acfcef02','admin','329a5f970178783e','','add VIP; note "Reception desk"','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','a755d5dd73d364c027e81a4a30dfe4633477c03a439f7fac06b8b9bf2e654b98','2ba674dc8f15038ea58d4c7fa0212b1c6a271e5b659dbb2e79aa2ec2d561137f',26);
INSERT INTO audit VALUES('00000000-001b-4f10-afbd-8ab81e4f8730',1795664361895,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','extension.label','1007','outcome','done','c7f1fff1-e8cf-4d4a-a3ad-9e96acfcef02','admin','329a5f970178783e','','labels: – → VIP; note: "" → "Reception desk"','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','2ba674dc8f15038ea58d4c7fa0212b1c6a271e5b659dbb2e79aa2ec2d561137f','e6cf3b9f550b5fd77ecc8ee86f2c61b6de99dcdd84399e9459d6a6078f64fc28',27);
INSERT INTO audit VALUES('00000000-001c-4572-85b9-f57e1f27cabe',1795664361898,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','pool.add','Support','intent',NULL,'3d30caf5-7caf-4d3e-a418-55ef60872f9e','admin','329a5f970178783e','','name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','e6cf3b9f550b5fd77ecc8ee86f2c61b6de99dcdd84399e9459d6a6078f64fc28','7a037200e02f986b5ba33cb149c3cd43b9d196f78005f180e5e3089663fcb21a',28);
INSERT INTO audit VALUES('00000000-001d-4c3c-bcd9-971315f946a0',1795664361904,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','pool.add','Support','outcome','done','3d30caf5-7caf-4d3e-a418-55ef60872f9e','admin','329a5f970178783e','','name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','7a037200e02f986b5ba33cb149c3cd43b9d196f78005f180e5e3089663fcb21a','ed54c22e513d8fdcbedcb34196420c821b995df423a2b2298a1a5bf8d1aef6d0',29);
INSERT INTO audit VALUES('00000000-001e-4120-be39-9f737cacefd1',1795664361909,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','threshold.change','all numbers','intent',NULL,'b69f248a-fc66-4d2e-8460-237f26af49c8','admin','329a5f970178783e','','free 500','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','ed54c22e513d8fdcbedcb34196420c821b995df423a2b2298a1a5bf8d1aef6d0','790c44d87af004b99874081e103cac9011688aa86962d84922979deba12c927e',30);
INSERT INTO audit VALUES('00000000-001f-479b-9f4a-be305cc80578',1795664361913,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','threshold.change','all numbers','outcome','done','b69f248a-fc66-4d2e-8460-237f26af49c8','admin','329a5f970178783e','','free 500','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','790c44d87af004b99874081e103cac9011688aa86962d84922979deba12c927e','4dc4d286a4cc636503e5df7808545d0dd3bbe2c11556d1230cb023e19c36016b',31);
INSERT INTO audit VALUES('00000000-0020-4bd2-b915-b1ea4e2e85bc',1795664361915,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','threshold.acknowledge','all numbers','intent',NULL,'32632182-e6c2-4e25-9709-cce50b52680b','admin','329a5f970178783e','','720 hours','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','4dc4d286a4cc636503e5df7808545d0dd3bbe2c11556d1230cb023e19c36016b','578d85ee8aaac93ebc87758d9ebb3f5c082771029256ef5cab2871a896515bf6',32);
INSERT INTO audit VALUES('00000000-0021-4331-ab2e-2ab4beae043f',1795664361919,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','threshold.acknowledge','all numbers','outcome','done','32632182-e6c2-4e25-9709-cce50b52680b','admin','329a5f970178783e','','720 hours','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','578d85ee8aaac93ebc87758d9ebb3f5c082771029256ef5cab2871a896515bf6','a900a9fb26abf9e60431680f069b1e0e092ad45a4f98d57568b8e0046a49e1e8',33);
INSERT INTO audit VALUES('00000000-0022-4c2c-bd0c-deb2e5fe7a84',1795664361923,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','code.name','extension.extType 1','intent',NULL,'96a3a3fc-0a71-4549-aa83-8670676c8d9b','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','a900a9fb26abf9e60431680f069b1e0e092ad45a4f98d57568b8e0046a49e1e8','c3983906d514328b96097788661524e033c8d2b9bf147bfbce5a238fd514f929',34);
INSERT INTO audit VALUES('00000000-0023-42ef-a697-b167e3f4a85f',1795664361925,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','code.name','extension.extType 1','outcome','done','96a3a3fc-0a71-4549-aa83-8670676c8d9b','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','c3983906d514328b96097788661524e033c8d2b9bf147bfbce5a238fd514f929','9116772ac9763002a892f7c5cb1545b2f8be19b35fb70393e97420d061fb61f4',35);
INSERT INTO audit VALUES('00000000-0024-4746-8223-088ae424502e',1795664361928,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','code.name','extension.status 0','intent',NULL,'e8809671-8f5b-4d57-b333-0382693c7563','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','9116772ac9763002a892f7c5cb1545b2f8be19b35fb70393e97420d061fb61f4','419741c3de5274a3b5a6e3e2a741e2ccf74f1ba161030c8918bc24384242f9d7',36);
INSERT INTO audit VALUES('00000000-0025-46bf-98ae-431df8b9f6e7',1795664361929,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','code.name','extension.status 0','outcome','done','e8809671-8f5b-4d57-b333-0382693c7563','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','419741c3de5274a3b5a6e3e2a741e2ccf74f1ba161030c8918bc24384242f9d7','53009b9cc7aa6b971217b27afe84c23a9b70ce12f27e59ebe95bd6389b82ad8b',37);
INSERT INTO audit VALUES('00000000-0026-4eae-8147-1dd38bade028',1795664361937,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','view.save','Bound ones','intent',NULL,'5fa569c5-1b13-448d-8815-60d838cb0bbe','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','53009b9cc7aa6b971217b27afe84c23a9b70ce12f27e59ebe95bd6389b82ad8b','d12af479d3dbf6e136cb1d2e37c5b44e11ea894e35e86048bb0f52c0ccbdd45f',38);
INSERT INTO audit VALUES('00000000-0027-4295-b246-7128a986bb89',1795664361943,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','view.save','Bound ones','outcome','done','5fa569c5-1b13-448d-8815-60d838cb0bbe','admin','329a5f970178783e','',NULL,'595cd82f-6fb8-4ac0-9b7c-69b922fa720c','d12af479d3dbf6e136cb1d2e37c5b44e11ea894e35e86048bb0f52c0ccbdd45f','4678bd98101bee2a9008b1bd3d7aa88f4c9a30996ee82ac745c5e80d4374cfe5',39);
INSERT INTO audit VALUES('00000000-0028-4019-a256-70c26403be96',1795664361945,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','user.change','ben@example.com','intent',NULL,'c0ba9033-2bee-449f-8432-33eabc25a5be','admin','329a5f970178783e','','invited as supervisor','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','4678bd98101bee2a9008b1bd3d7aa88f4c9a30996ee82ac745c5e80d4374cfe5','99613f26e776802558bed7dd0547e599785522eab0efe0d68da27f37496a2c3c',40);
INSERT INTO audit VALUES('00000000-0029-4d12-b725-f571a642d14c',1795664362161,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','user.change','ben@example.com','outcome','done','c0ba9033-2bee-449f-8432-33eabc25a5be','admin','329a5f970178783e','','invited as supervisor','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','99613f26e776802558bed7dd0547e599785522eab0efe0d68da27f37496a2c3c','bda7363cb7984e99c7f057a3ed75345c5d44d22863c5da52e0f001e178e774a1',41);
INSERT INTO audit VALUES('00000000-002a-4a0b-87e0-563b070bb853',1795664362165,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','extension.reveal','7001','intent',NULL,'a887fb44-cb74-433c-91e8-6b2e2eccf792','admin','329a5f970178783e','','phone was replaced','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','bda7363cb7984e99c7f057a3ed75345c5d44d22863c5da52e0f001e178e774a1','a66dbb638ae542a7566e2e93e5372c896aeeca57ca5d3400ef2ff81e3f92641a',42);
INSERT INTO audit VALUES('00000000-002b-420c-8809-cb550f61bb8e',1795664362167,'ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','extension.reveal','7001','outcome','done','a887fb44-cb74-433c-91e8-6b2e2eccf792','admin','329a5f970178783e','','phone was replaced','595cd82f-6fb8-4ac0-9b7c-69b922fa720c','a66dbb638ae542a7566e2e93e5372c896aeeca57ca5d3400ef2ff81e3f92641a','8f131a04dadc0448e1cd02e794883675ec35abcdfceae4ca3d542187a6738465',43);
CREATE TABLE audit_head (
      chain text PRIMARY KEY,
      seq bigint NOT NULL,
      hash text NOT NULL,
      at bigint NOT NULL,
      mac text NOT NULL
    );
INSERT INTO audit_head VALUES('595cd82f-6fb8-4ac0-9b7c-69b922fa720c',43,'8f131a04dadc0448e1cd02e794883675ec35abcdfceae4ca3d542187a6738465',1795664362167,'b1ed297e9d116c76200a64beac71180d10689098fc0efa9eec5309403fbfd51e');
CREATE TABLE job (
      id text PRIMARY KEY,
      user_id text NOT NULL,
      user_name text NOT NULL,
      idempotency_key text NOT NULL,
      body_mac text NOT NULL,
      name text NOT NULL,
      account text NOT NULL,
      created_at bigint NOT NULL,
      started_at bigint,
      ended_at bigint,
      desired_state text NOT NULL,
      paused_because text,
      waiting_for text,
      total integer NOT NULL,
      pending integer NOT NULL,
      sending integer NOT NULL DEFAULT 0,
      in_doubt integer NOT NULL DEFAULT 0,
      done integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      needs_review integer NOT NULL DEFAULT 0,
      cancelled integer NOT NULL DEFAULT 0,
      unverified integer NOT NULL DEFAULT 0,
      mismatched integer NOT NULL DEFAULT 0,
      lease_until bigint,
      fencing_token bigint NOT NULL DEFAULT 0,
      password_fill text NOT NULL,
      has_secrets integer NOT NULL,
      secrets_until bigint,
      kind text NOT NULL DEFAULT 'bulk',
      operation text NOT NULL DEFAULT 'create_extension',
      actor text,
      CONSTRAINT job_key UNIQUE (user_id, idempotency_key)
    );
INSERT INTO job VALUES('455dad41-5b14-4577-b694-97064f0d4e31','ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','e35055b0-c77b-4987-ac0e-53ee7b13de09','48509bfeac669588a4395ee60c56bac8426a12f18f68e8705b05a1207d4aa788','7001','sandbox',1795664358312,1795664358317,1795664358457,'run',NULL,NULL,1,0,0,0,1,0,0,0,0,0,NULL,1,'none',0,NULL,'single','create_extension','{"id":"ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a","name":"admin@example.com","role":"admin","session":"329a5f970178783e","address":"","requestId":"3491e6bc-5d03-438f-a52e-18680b9290e5"}');
INSERT INTO job VALUES('176857ef-2d67-40a6-b34d-b7240a410506','ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','237fa743-3fec-47e0-b874-9c421057867d','696e30b96ef7db3690831a63c48bd479f5de960e410e7c77c4973fffe860e381','Spring intake','sandbox',1795664358496,1795664358502,1795664358571,'run',NULL,NULL,3,0,0,0,2,1,0,0,0,0,NULL,1,'random',1,1795750758571,'bulk','create_extension',NULL);
INSERT INTO job VALUES('5e861402-a7d8-43f0-8121-5a4bc79b8d9d','ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','3033199d-f63e-4d1d-8bdd-73b8d44fef6c','264ba14e1e80c551d257aa7269aaf2cef6284af5b0e511b9883762127ae8d681','Waiting intake','sandbox',1795664358713,1795664358715,NULL,'pause','user',NULL,2,2,0,0,0,0,0,0,0,0,NULL,1,'none',1,NULL,'bulk','create_extension',NULL);
CREATE TABLE job_item (
      job_id text NOT NULL,
      position integer NOT NULL,
      account text NOT NULL,
      ext text NOT NULL,
      agent_id text,
      agent_type text,
      lang_code_txt text,
      company_id text,
      password text,
      password_source text NOT NULL,
      state text NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      how text,
      checked text,
      code text,
      upstream_code text,
      message text,
      started_at bigint,
      open_since bigint,
      ended_at bigint,
      looks integer NOT NULL DEFAULT 0,
      next_look_at bigint,
      CONSTRAINT job_item_key PRIMARY KEY (job_id, position),
      CONSTRAINT job_item_number UNIQUE (job_id, ext)
    );
INSERT INTO job_item VALUES('455dad41-5b14-4577-b694-97064f0d4e31',0,'sandbox','7001',NULL,NULL,NULL,NULL,NULL,'none','done',1,'answered','seen',NULL,NULL,NULL,1795664358387,1795664358387,1795664358408,1,NULL);
INSERT INTO job_item VALUES('176857ef-2d67-40a6-b34d-b7240a410506',2,'sandbox','1000',NULL,NULL,NULL,NULL,'v2.2a0c008d.3RXPY1LQhudXJpgtK2qFrXgzmzaoqAc-pMh3_qoXX059nJwuiao47J-jusA','random','failed',0,NULL,NULL,'extension-bound',NULL,NULL,NULL,NULL,1795664358541,0,NULL);
INSERT INTO job_item VALUES('176857ef-2d67-40a6-b34d-b7240a410506',0,'sandbox','7002',NULL,NULL,NULL,NULL,NULL,'given','done',1,'answered','seen',NULL,NULL,NULL,1795664358518,1795664358518,1795664358547,1,NULL);
INSERT INTO job_item VALUES('176857ef-2d67-40a6-b34d-b7240a410506',1,'sandbox','7003',NULL,NULL,NULL,NULL,'v2.2a0c008d.uRhbXl_JSOY7rRIyvAxjfS8vEbrNK0fjruTRIZzh73hpyNQD1J_cq3wCiu8','random','done',1,'answered','seen',NULL,NULL,NULL,1795664358529,1795664358529,1795664358556,1,NULL);
INSERT INTO job_item VALUES('5e861402-a7d8-43f0-8121-5a4bc79b8d9d',0,'sandbox','7010',NULL,NULL,NULL,NULL,'v2.2a0c008d.mmtjm1pbep2_YQRH_nFq5l7Gs01gRYcnzo3n8IRzMzYxX0GLJSnJogszng','given','pending',0,NULL,NULL,NULL,NULL,NULL,1795664358741,NULL,NULL,0,NULL);
INSERT INTO job_item VALUES('5e861402-a7d8-43f0-8121-5a4bc79b8d9d',1,'sandbox','7011',NULL,NULL,NULL,NULL,NULL,'none','pending',0,NULL,NULL,NULL,NULL,NULL,1795664358741,NULL,NULL,0,NULL);
CREATE TABLE reservation (
      id text PRIMARY KEY,
      account text NOT NULL,
      ext text NOT NULL,
      agent_uuid text,
      joiner_id text,
      agent_name text,
      work_number text,
      domain text,
      lang_code_txt text,
      user_id text NOT NULL,
      user_name text NOT NULL,
      idempotency_key text NOT NULL,
      body_mac text NOT NULL,
      state text NOT NULL,
      reserved_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      checked_at bigint NOT NULL,
      missing integer NOT NULL DEFAULT 0,
      holder text,
      ended_at bigint,
      ended_by text,
      reason text, keep_days integer,
      CONSTRAINT reservation_key UNIQUE (user_id, idempotency_key, ext),
      CONSTRAINT reservation_whom CHECK (agent_uuid IS NOT NULL OR joiner_id IS NOT NULL)
    );
INSERT INTO reservation VALUES('e74481e1-1e7b-45c1-a502-209f3ea61b5c','sandbox','1004','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',NULL,'Ingrid Patel',NULL,'ebe3006413c7a116e4005bc10b7d1561.sip.example','Opus','ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin','11c5052c-cf23-4c1a-b9fc-60c78f86088d','ff77a3eec2cf74aaa40d415ac76ab33c7fcfae93ae641b432dd1cacf5235bfd8','reserved',1795664361865,1796269161865,1795664361865,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO reservation VALUES('4c2e51a7-c67d-4c5d-aeaa-32d314fc2d41','sandbox','1006','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',NULL,'Omar Haddad',NULL,'ebe3006413c7a116e4005bc10b7d1561.sip.example','G.711 alaw','ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin','11eb8405-7512-4194-97de-651c1e8c402a','36fb3f7b5fa0f230146a1d3ff410cbc7554f49883851f45e225cbffcaea4a4ee','released',1795664361872,1795750761872,1795664361872,0,NULL,1795664361884,'admin','not needed',NULL);
CREATE TABLE service_request (
      id text PRIMARY KEY,
      account text NOT NULL,
      kind text NOT NULL,
      ext text NOT NULL,
      bound_uuid text,
      bound_name text,
      agent_uuid text,
      agent_name text,
      reason text NOT NULL,
      state text NOT NULL,
      user_id text NOT NULL,
      user_name text NOT NULL,
      asked_at bigint NOT NULL,
      sent_at bigint,
      sent_by text,
      closed_at bigint,
      closed_by text,
      note text,
      checked_at bigint NOT NULL
    , due_on text, assignee_id text, assignee_name text, assigned_at bigint, assigned_by text);
INSERT INTO service_request VALUES('7161a3df-3557-4691-acc3-8cf1b10bcee6','sandbox','unbind','1000','9348ee74c2cefd4740db23a3b5bf4a0d','王伟',NULL,NULL,'left the company','open','ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin',1795664361889,NULL,NULL,NULL,NULL,NULL,1795664361889,'2026-12-04',NULL,NULL,NULL,NULL);
CREATE TABLE inventory (
      account text NOT NULL,
      ext text NOT NULL,
      state text NOT NULL,
      bind_status bigint,
      agent_uuid text,
      agent_name text,
      lang_code text,
      lang_code_txt text,
      language text NOT NULL,
      domain text,
      status bigint,
      enabled bigint,
      ext_type bigint,
      creation_time bigint,
      bind_time bigint,
      source text NOT NULL,
      first_seen_at bigint NOT NULL,
      seen_at bigint NOT NULL,
      state_since bigint NOT NULL,
      idle_at bigint,
      binding_since bigint NOT NULL, using_uuid text,
      CONSTRAINT inventory_key PRIMARY KEY (account, ext)
    );
INSERT INTO inventory VALUES('sandbox','7001','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1795664358401,NULL,'idle',1795664358479,1795664361584,1795664358479,1795664361584,1795664358479,NULL);
INSERT INTO inventory VALUES('sandbox','7002','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1795664358538,NULL,'idle',1795664358549,1795664361584,1795664358549,1795664361584,1795664358549,NULL);
INSERT INTO inventory VALUES('sandbox','7003','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1795664358545,NULL,'idle',1795664358558,1795664361584,1795664358558,1795664361584,1795664358558,NULL);
INSERT INTO inventory VALUES('sandbox','1000','bound',1,'9348ee74c2cefd4740db23a3b5bf4a0d','王伟','1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',1,1,1,1736125200000,1736125200000,'detail',1795664358509,1795664358509,1795664358509,NULL,1795664358509,NULL);
INSERT INTO inventory VALUES('sandbox','1004','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1769648431676,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1006','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1786410047514,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1007','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1737766855433,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1008','bound',1,'630a6f2c6bd33965e6ca7222c7965588','黄娜','1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1746147663352,1795664362174,'detail',1795664361584,1795664362175,1795664362175,NULL,1795664362175,NULL);
INSERT INTO inventory VALUES('sandbox','1014','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1739408510866,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1015','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1747789318785,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1016','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1756170126704,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1017','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1764550934623,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1018','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1772931742542,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1019','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1781312550461,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1024','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1766192590056,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1025','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1774573397975,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1026','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1782954205894,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1027','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1791335013813,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1028','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1742691821732,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
INSERT INTO inventory VALUES('sandbox','1029','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1751072629651,NULL,'idle',1795664361584,1795664361584,1795664361584,1795664361584,1795664361584,NULL);
CREATE TABLE binding_change (
      account text NOT NULL,
      ext text NOT NULL,
      at bigint NOT NULL,
      state text NOT NULL,
      agent_uuid text,
      agent_name text,
      before_state text NOT NULL,
      before_agent_uuid text,
      before_agent_name text,
      before_since bigint NOT NULL,
      before_bind_time bigint,
      CONSTRAINT binding_change_key PRIMARY KEY (account, ext, at)
    );
INSERT INTO binding_change VALUES('sandbox','1008',1795664362175,'bound','630a6f2c6bd33965e6ca7222c7965588','黄娜','free',NULL,NULL,1795664361584,NULL);
CREATE TABLE inventory_count (
      account text NOT NULL,
      length integer NOT NULL,
      prefix text NOT NULL,
      state text NOT NULL,
      language text NOT NULL,
      count bigint NOT NULL,
      CONSTRAINT inventory_count_key PRIMARY KEY (account, length, prefix, state, language)
    );
INSERT INTO inventory_count VALUES('sandbox',0,'','free','Opus',10);
INSERT INTO inventory_count VALUES('sandbox',1,'7','free','Opus',3);
INSERT INTO inventory_count VALUES('sandbox',2,'70','free','Opus',3);
INSERT INTO inventory_count VALUES('sandbox',3,'700','free','Opus',3);
INSERT INTO inventory_count VALUES('sandbox',4,'7001','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'7002','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'7003','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',0,'','bound','Opus',2);
INSERT INTO inventory_count VALUES('sandbox',1,'1','bound','Opus',2);
INSERT INTO inventory_count VALUES('sandbox',2,'10','bound','Opus',2);
INSERT INTO inventory_count VALUES('sandbox',3,'100','bound','Opus',2);
INSERT INTO inventory_count VALUES('sandbox',4,'1000','bound','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',1,'1','free','Opus',7);
INSERT INTO inventory_count VALUES('sandbox',2,'10','free','Opus',7);
INSERT INTO inventory_count VALUES('sandbox',3,'100','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1004','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',0,'','free','G.711 alaw',4);
INSERT INTO inventory_count VALUES('sandbox',1,'1','free','G.711 alaw',4);
INSERT INTO inventory_count VALUES('sandbox',2,'10','free','G.711 alaw',4);
INSERT INTO inventory_count VALUES('sandbox',3,'100','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1006','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('sandbox',0,'','free','G.711 ulaw',4);
INSERT INTO inventory_count VALUES('sandbox',1,'1','free','G.711 ulaw',4);
INSERT INTO inventory_count VALUES('sandbox',2,'10','free','G.711 ulaw',4);
INSERT INTO inventory_count VALUES('sandbox',3,'100','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1007','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1008','free','Opus',0);
INSERT INTO inventory_count VALUES('sandbox',3,'101','free','G.711 alaw',2);
INSERT INTO inventory_count VALUES('sandbox',4,'1014','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('sandbox',3,'101','free','G.711 ulaw',2);
INSERT INTO inventory_count VALUES('sandbox',4,'1015','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('sandbox',3,'101','free','Opus',2);
INSERT INTO inventory_count VALUES('sandbox',4,'1016','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1017','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1018','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1019','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('sandbox',3,'102','free','Opus',4);
INSERT INTO inventory_count VALUES('sandbox',4,'1024','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1025','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',3,'102','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1026','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('sandbox',3,'102','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1027','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1028','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1029','free','Opus',1);
INSERT INTO inventory_count VALUES('sandbox',4,'1008','bound','Opus',1);
CREATE TABLE inventory_crawl (
      account text NOT NULL,
      kind text NOT NULL,
      started_at bigint,
      cursor text,
      done bigint NOT NULL,
      total bigint,
      whole integer NOT NULL,
      ended_at bigint,
      last_whole_at bigint,
      last_whole_count bigint,
      problem text,
      CONSTRAINT inventory_crawl_key PRIMARY KEY (account, kind)
    );
INSERT INTO inventory_crawl VALUES('sandbox','idle',1795664361573,'1',19,19,1,1795664361603,1795664361573,19,NULL);
CREATE TABLE saved_view (
      id text PRIMARY KEY,
      page text NOT NULL,
      user_id text NOT NULL,
      user_name text NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      query text NOT NULL,
      shared integer NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT saved_view_name UNIQUE (user_id, page, name_key)
    );
INSERT INTO saved_view VALUES('c10b1df2-87a1-4e8e-b57a-a2d0e9a297a5','numbers','ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','Bound ones','bound ones','state=bound',1,1795664361940);
CREATE TABLE agent (
      id text PRIMARY KEY,
      account text NOT NULL,
      agent_uuid text,
      facts text NOT NULL,
      name_key text NOT NULL,
      work_number text,
      department text,
      ext text,
      exts text NOT NULL,
      numbers bigint NOT NULL,
      first_seen_at bigint NOT NULL,
      record_at bigint NOT NULL,
      CONSTRAINT agent_key UNIQUE (account, agent_uuid)
    );
INSERT INTO agent VALUES('5c0e2ea1-993f-4917-b8e7-8dea0c7a601d','sandbox','9348ee74c2cefd4740db23a3b5bf4a0d','{"name":{"value":"王伟","source":"extension","at":1795664358509}}','wangwei',NULL,NULL,'1000','1000',1,1795664358509,0);
INSERT INTO agent VALUES('561575e2-2d7a-422f-a871-d3d7543c8067','sandbox','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','{"name":{"value":"Ingrid Patel","source":"reservation","at":1795664361865}}','ingrid patel',NULL,NULL,NULL,'',0,1795664361865,0);
INSERT INTO agent VALUES('daadeb90-d4f4-4176-8ccb-394b21437f34','sandbox','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','{"name":{"value":"Omar Haddad","source":"reservation","at":1795664361873}}','omar haddad',NULL,NULL,NULL,'',0,1795664361873,0);
INSERT INTO agent VALUES('9e3eab47-ec61-40b4-92e2-ae9f65424245','sandbox','630a6f2c6bd33965e6ca7222c7965588','{"name":{"value":"黄娜","source":"extension","at":1795664362175}}','huangna',NULL,NULL,'1008','1008',1,1795664362175,0);
CREATE TABLE agent_term (
      account text NOT NULL,
      kind integer NOT NULL,
      term text NOT NULL,
      agent_id text NOT NULL,
      CONSTRAINT agent_term_key PRIMARY KEY (account, kind, term, agent_id)
    );
INSERT INTO agent_term VALUES('sandbox',0,'王伟','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'wangwei','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'ww','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'伟','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'wei','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'w','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'1000','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'9348ee74c2cefd4740db23a3b5bf4a0d','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',2,'w','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',2,'1','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',2,'9','5c0e2ea1-993f-4917-b8e7-8dea0c7a601d');
INSERT INTO agent_term VALUES('sandbox',0,'ingrid','561575e2-2d7a-422f-a871-d3d7543c8067');
INSERT INTO agent_term VALUES('sandbox',0,'patel','561575e2-2d7a-422f-a871-d3d7543c8067');
INSERT INTO agent_term VALUES('sandbox',0,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','561575e2-2d7a-422f-a871-d3d7543c8067');
INSERT INTO agent_term VALUES('sandbox',2,'i','561575e2-2d7a-422f-a871-d3d7543c8067');
INSERT INTO agent_term VALUES('sandbox',2,'p','561575e2-2d7a-422f-a871-d3d7543c8067');
INSERT INTO agent_term VALUES('sandbox',2,'a','561575e2-2d7a-422f-a871-d3d7543c8067');
INSERT INTO agent_term VALUES('sandbox',0,'omar','daadeb90-d4f4-4176-8ccb-394b21437f34');
INSERT INTO agent_term VALUES('sandbox',0,'haddad','daadeb90-d4f4-4176-8ccb-394b21437f34');
INSERT INTO agent_term VALUES('sandbox',0,'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','daadeb90-d4f4-4176-8ccb-394b21437f34');
INSERT INTO agent_term VALUES('sandbox',2,'o','daadeb90-d4f4-4176-8ccb-394b21437f34');
INSERT INTO agent_term VALUES('sandbox',2,'h','daadeb90-d4f4-4176-8ccb-394b21437f34');
INSERT INTO agent_term VALUES('sandbox',2,'b','daadeb90-d4f4-4176-8ccb-394b21437f34');
INSERT INTO agent_term VALUES('sandbox',0,'黄娜','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',0,'huangna','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',0,'hn','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',0,'娜','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',0,'na','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',0,'n','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',0,'1008','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',0,'630a6f2c6bd33965e6ca7222c7965588','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',2,'h','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',2,'n','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',2,'1','9e3eab47-ec61-40b4-92e2-ae9f65424245');
INSERT INTO agent_term VALUES('sandbox',2,'6','9e3eab47-ec61-40b4-92e2-ae9f65424245');
CREATE TABLE label (
      account text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      name_key text NOT NULL,
      name text NOT NULL,
      CONSTRAINT label_key PRIMARY KEY (account, kind, subject, name_key)
    );
INSERT INTO label VALUES('sandbox','extension','1007','vip','VIP');
CREATE TABLE note (
      account text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT note_key PRIMARY KEY (account, kind, subject)
    );
INSERT INTO note VALUES('sandbox','extension','1007','Reception desk',1795664361895,'admin@example.com',1795664361895);
CREATE TABLE pool (
      id text PRIMARY KEY,
      account text NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      numbers text NOT NULL,
      owner text NOT NULL,
      purpose text NOT NULL,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL, owner_id text,
      CONSTRAINT pool_name UNIQUE (account, name_key)
    );
INSERT INTO pool VALUES('b209181b-9035-4a41-9575-7364f85f0d97','sandbox','Support','support','{"ranges":[{"from":"1000","to":"1019"}],"prefixes":["700"]}','Ada','Support team',1795664361899,'admin@example.com',1795664361899,NULL);
CREATE TABLE snapshot (
      account text NOT NULL,
      at bigint NOT NULL,
      CONSTRAINT snapshot_key PRIMARY KEY (account, at)
    );
INSERT INTO snapshot VALUES('sandbox',1795662000000);
CREATE TABLE snapshot_count (
      account text NOT NULL,
      at bigint NOT NULL,
      scope text NOT NULL,
      free integer NOT NULL,
      reserved integer NOT NULL,
      bound integer NOT NULL,
      unknown integer NOT NULL, unavailable integer NOT NULL DEFAULT 0,
      CONSTRAINT snapshot_count_key PRIMARY KEY (account, scope, at)
    );
INSERT INTO snapshot_count VALUES('sandbox',1795662000000,'',19,0,1,0,0);
INSERT INTO snapshot_count VALUES('sandbox',1795662000000,'10',16,0,1,0,0);
INSERT INTO snapshot_count VALUES('sandbox',1795662000000,'70',3,0,0,0,0);
INSERT INTO snapshot_count VALUES('sandbox',1795662000000,'100',4,0,1,0,0);
INSERT INTO snapshot_count VALUES('sandbox',1795662000000,'101',6,0,0,0,0);
INSERT INTO snapshot_count VALUES('sandbox',1795662000000,'102',6,0,0,0,0);
INSERT INTO snapshot_count VALUES('sandbox',1795662000000,'700',3,0,0,0,0);
CREATE TABLE threshold (
      account text NOT NULL,
      scope text NOT NULL,
      least_free integer,
      least_days integer,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      acknowledged_by text,
      acknowledged_at bigint,
      acknowledged_until bigint,
      acknowledged_free integer,
      CONSTRAINT threshold_key PRIMARY KEY (account, scope)
    );
INSERT INTO threshold VALUES('sandbox','pool:b209181b-9035-4a41-9575-7364f85f0d97',2,NULL,1795664361899,'admin@example.com',1795664361899,NULL,NULL,NULL,NULL);
INSERT INTO threshold VALUES('sandbox','',500,NULL,1795664361912,'admin@example.com',1795664361912,'admin@example.com',1795664361918,1798256361918,18);
CREATE TABLE code_name (
      account text NOT NULL,
      field text NOT NULL,
      value text NOT NULL,
      en text NOT NULL,
      zh text NOT NULL,
      note text NOT NULL,
      version bigint NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT code_name_key PRIMARY KEY (account, field, value)
    );
INSERT INTO code_name VALUES('sandbox','extension.extType','1','Softphone','软电话','',1,'admin@example.com',1795664361923);
INSERT INTO code_name VALUES('sandbox','extension.status','0','Ready','就绪','',1,'admin@example.com',1795664361928);
CREATE TABLE observed_value (
      account text NOT NULL,
      field text NOT NULL,
      value text NOT NULL,
      count bigint NOT NULL,
      first_seen_at bigint NOT NULL,
      last_seen_at bigint NOT NULL,
      CONSTRAINT observed_value_key PRIMARY KEY (account, field, value)
    );
INSERT INTO observed_value VALUES('sandbox','extensions.retCode','310121',5,1795664358385,1795664358739);
INSERT INTO observed_value VALUES('sandbox','extension.bindStatus','0',45,1795664358441,1795664362167);
INSERT INTO observed_value VALUES('sandbox','extension.bindStatus','1',2,1795664358536,1795664362177);
INSERT INTO observed_value VALUES('sandbox','extension.status','0',46,1795664358441,1795664362177);
INSERT INTO observed_value VALUES('sandbox','extension.status','1',1,1795664358536,1795664358536);
INSERT INTO observed_value VALUES('sandbox','extension.enabled','1',47,1795664358441,1795664362177);
INSERT INTO observed_value VALUES('sandbox','extension.extType','1',47,1795664358441,1795664362177);
CREATE TABLE service_connection (
        id integer PRIMARY KEY,
        url text NOT NULL,
        extensions_url text NOT NULL,
        app_id text NOT NULL,
        app_key text NOT NULL,
        company_id text,
        authorization_value text,
        profile text NOT NULL,
        active integer NOT NULL,
        version bigint NOT NULL
      );
CREATE TABLE service_check (
        account text PRIMARY KEY,
        at bigint NOT NULL,
        states text NOT NULL,
        changed text NOT NULL
      );
CREATE TABLE IF NOT EXISTS "user" (
    id text PRIMARY KEY,
    email text NOT NULL UNIQUE,
    name text NOT NULL,
    role text,
    disabled integer NOT NULL DEFAULT 0,
    password text,
    access_version integer NOT NULL DEFAULT 0,
    one_time_until bigint,
    sso_issuer text,
    sso_subject text,
    sso_shown_as text,
    created_at bigint NOT NULL,
    last_sign_in_at bigint
  , is_service integer NOT NULL DEFAULT 0, language text, limited_to text);
INSERT INTO user VALUES('ewWAaVEAzHKqRYmXqzRYdj4NzBqLT90a','admin@example.com','admin','admin',0,'$scrypt$ln=13,r=8,p=10$Nt3yV1ljBl++9AnNoqU2+g$MrIvOlrAGAVhBajCmxJxjlO3ntUlpoLmPmBlVnj7zer9bo5m/l4FasZ+H47GH36B6y6KVUHGiGHFKkUEmCjFRA',0,NULL,NULL,NULL,NULL,1795664356947,1795664357954,0,NULL,NULL);
INSERT INTO user VALUES('aL8scowIBnzw5ItJhSOqt63eYdhxYZqD','supervisor@example.com','supervisor','supervisor',0,'$scrypt$ln=13,r=8,p=10$ZGEfHeXntTeA69SPBpTu4Q$HpHiDt+0aFL71E1yAU0/PNAXcDe/XjHXKXDbNgMVrgnIL/W/cFgacDDddEzAWDjjxBseSoNAc97ScTnbQQpMwA',0,NULL,NULL,NULL,NULL,1795664357280,1795664358257,0,NULL,NULL);
INSERT INTO user VALUES('S56CgW6ogbdsqlYZwyPzSY5auYc0WS9U','ben@example.com','Ben','supervisor',0,'$scrypt$ln=13,r=8,p=10$gh1YNXjFMwdU2GBRheyTtQ$MRK7tbC9voRlooLvAkYr5YRfzk7E/poDECkmejPAkxwMVg3YXQm+N7OGZjf3kXMvbCwJTzJcg+jUzs1201plzg',0,1795750762149,NULL,NULL,NULL,1795664362150,NULL,0,NULL,NULL);
CREATE TABLE session (
    hash text PRIMARY KEY,
    id text NOT NULL UNIQUE,
    user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    began_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    proved_at bigint,
    address text NOT NULL,
    agent text NOT NULL
  );
CREATE TABLE authenticator (
    user_id text PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
    secret text NOT NULL,
    step bigint NOT NULL,
    is_on integer NOT NULL
  );
CREATE TABLE backup_code (
    hash text PRIMARY KEY,
    user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE
  );
CREATE TABLE passkey (
    id text PRIMARY KEY,
    user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
  );
CREATE TABLE attempt_count (
    key text PRIMARY KEY,
    tries bigint NOT NULL,
    until bigint NOT NULL
  );
CREATE TABLE task (
        name text PRIMARY KEY,
        lease_until bigint,
        fencing_token bigint NOT NULL DEFAULT 0,
        next_at bigint NOT NULL,
        ran_at bigint,
        failure text
      );
CREATE TABLE team (
      account text NOT NULL,
      user_id text NOT NULL,
      departments text NOT NULL,
      people text NOT NULL,
      pool text,
      PRIMARY KEY (account, user_id)
    );
CREATE TABLE api_token (
        id text PRIMARY KEY,
        hash text NOT NULL,
        user_id text NOT NULL,
        name text NOT NULL,
        scopes text NOT NULL,
        created_at bigint NOT NULL,
        expires_at bigint NOT NULL,
        last_used_at bigint
      , created_by text);
CREATE TABLE notification (
        id text PRIMARY KEY,
        user_id text NOT NULL,
        account text,
        key text NOT NULL,
        count integer NOT NULL,
        event text NOT NULL,
        at bigint NOT NULL,
        read_at bigint
      );
CREATE TABLE notification_scan (
        account text PRIMARY KEY,
        until bigint NOT NULL,
        conditions text NOT NULL
      );
CREATE TABLE notification_choice (
        user_id text PRIMARY KEY,
        language text NOT NULL,
        choices text NOT NULL
      );
CREATE TABLE mail_server (
        id integer PRIMARY KEY,
        host text NOT NULL,
        port integer NOT NULL,
        tls text NOT NULL,
        user_name text,
        password text,
        sender text NOT NULL
      );
CREATE TABLE webhook (
        id text PRIMARY KEY,
        url text NOT NULL,
        secret text NOT NULL,
        kinds text NOT NULL,
        created_at bigint NOT NULL,
        failing_since bigint,
        off_at bigint,
        off_because text
      );
CREATE TABLE delivery (
        id text PRIMARY KEY,
        webhook_id text,
        user_id text,
        key text NOT NULL,
        event text NOT NULL,
        at bigint NOT NULL,
        state text NOT NULL,
        attempts integer NOT NULL,
        next_at bigint NOT NULL,
        tried_at bigint,
        status integer,
        failure text
      );
CREATE INDEX audit_action ON audit (action, at, id);
CREATE INDEX audit_activity ON audit (at, id) WHERE action <> 'job.item.create';
CREATE INDEX audit_actor ON audit (actor_id, at, id);
CREATE INDEX audit_actor_action ON audit (actor_id, action, at, id);
CREATE UNIQUE INDEX audit_chain ON audit (chain, seq);
CREATE INDEX audit_name ON audit (actor_name, actor_id, at, id);
CREATE INDEX audit_newest ON audit (at, id);
CREATE INDEX audit_object ON audit (object, at, id);
CREATE INDEX audit_request ON audit (request_id, at, id) WHERE request_id IS NOT NULL;
CREATE INDEX audit_user_name ON audit (actor_name, actor_id) WHERE actor_id <> '-';
CREATE INDEX audit_user_object ON audit (object, actor_id) WHERE actor_id <> '-';
CREATE INDEX job_newest ON job (created_at, id);
CREATE INDEX job_open ON job (created_at) WHERE ended_at IS NULL;
CREATE INDEX job_item_due ON job_item (job_id, next_look_at) WHERE next_look_at IS NOT NULL;
CREATE INDEX job_item_ended ON job_item (job_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX job_item_open ON job_item (account, ext)
      WHERE state IN ('pending', 'sending', 'inDoubt', 'needsReview') OR (state = 'done' AND checked IS NULL);
CREATE INDEX job_item_ext ON job_item (account, ext);
CREATE INDEX job_item_state ON job_item (job_id, state, position);
CREATE INDEX reservation_agent ON reservation (account, agent_uuid, reserved_at);
CREATE INDEX reservation_joiner ON reservation (account, joiner_id) WHERE joiner_id IS NOT NULL;
CREATE INDEX reservation_due ON reservation (account, checked_at) WHERE state = 'reserved';
CREATE INDEX reservation_newest ON reservation (account, reserved_at, id);
CREATE INDEX reservation_number ON reservation (account, ext, reserved_at);
CREATE UNIQUE INDEX reservation_open ON reservation (account, ext) WHERE state = 'reserved';
CREATE INDEX reservation_user ON reservation (account, user_id, reserved_at);
CREATE INDEX service_request_newest ON service_request (account, asked_at, id);
CREATE INDEX service_request_number ON service_request (account, ext, id);
CREATE INDEX service_request_checked ON service_request (account, checked_at) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX service_request_pending ON service_request (account, ext, kind) WHERE closed_at IS NULL;
CREATE INDEX binding_change_agent ON binding_change (account, agent_uuid, at) WHERE agent_uuid IS NOT NULL;
CREATE INDEX binding_change_before ON binding_change (account, before_agent_uuid, at)
      WHERE before_agent_uuid IS NOT NULL;
CREATE INDEX binding_change_newest ON binding_change (account, at);
CREATE INDEX inventory_age ON inventory (account, state, seen_at, ext);
CREATE INDEX inventory_agent ON inventory (account, agent_uuid, ext) WHERE agent_uuid IS NOT NULL;
CREATE INDEX inventory_created ON inventory (account, seen_at, ext)
      WHERE state = 'unknown' AND source = 'created';
CREATE INDEX inventory_idle ON inventory (account, idle_at) WHERE idle_at IS NOT NULL;
CREATE INDEX inventory_language ON inventory (account, language, ext);
CREATE INDEX inventory_state ON inventory (account, state, ext);
CREATE INDEX inventory_state_language ON inventory (account, state, language, ext);
CREATE INDEX saved_view_shared ON saved_view (page, name_key) WHERE shared = 1;
CREATE INDEX agent_by_name ON agent (account, name_key, id);
CREATE INDEX agent_by_work_number ON agent (account, (work_number IS NULL), work_number, name_key, id);
CREATE INDEX agent_by_department ON agent (account, (department IS NULL), department, name_key, id);
CREATE INDEX agent_by_number ON agent (account, (ext IS NULL), ext, name_key, id);
CREATE INDEX agent_record ON agent (account, record_at) WHERE agent_uuid IS NOT NULL;
CREATE INDEX agent_term_agent ON agent_term (agent_id, term);
CREATE INDEX label_name ON label (account, kind, name_key, subject);
CREATE INDEX snapshot_count_at ON snapshot_count (account, at);
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE INDEX inventory_unlisted ON inventory (account, state_since, ext)
      WHERE state = 'unknown' AND bind_status = 0;
CREATE INDEX inventory_left ON inventory (account, state_since, ext)
      WHERE state = 'unavailable' AND seen_at < state_since;
CREATE INDEX service_request_due ON service_request (account, (due_on IS NULL), due_on, id);
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX backup_code_of_user ON backup_code (user_id);
CREATE INDEX passkey_of_user ON passkey (user_id);
CREATE INDEX attempt_count_until ON attempt_count (until);
CREATE INDEX inventory_ending ON inventory (account, (substr(ext, -1, 1) || substr(ext, -2, 1) || substr(ext, -3, 1) || substr(ext, -4, 1) || substr(ext, -5, 1) || substr(ext, -6, 1) || substr(ext, -7, 1) || substr(ext, -8, 1) || substr(ext, -9, 1) || substr(ext, -10, 1) || substr(ext, -11, 1) || substr(ext, -12, 1) || substr(ext, -13, 1) || substr(ext, -14, 1) || substr(ext, -15, 1)), ext, state);
CREATE UNIQUE INDEX api_token_hash ON api_token (hash);
CREATE INDEX api_token_user ON api_token (user_id);
CREATE UNIQUE INDEX notification_once ON notification (user_id, key);
CREATE INDEX notification_newest ON notification (user_id, at, id);
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_oldest ON notification (at);
CREATE INDEX reservation_ended ON reservation (account, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX reservation_expires ON reservation (account, expires_at) WHERE state = 'reserved';
CREATE INDEX service_request_closed ON service_request (account, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX job_ended ON job (account, ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX delivery_once ON delivery (coalesce(webhook_id, user_id), key);
CREATE INDEX delivery_due ON delivery (next_at) WHERE state = 'waiting';
CREATE INDEX delivery_newest ON delivery (webhook_id, at);
CREATE INDEX delivery_oldest ON delivery (at);
CREATE INDEX service_request_assigned ON service_request (account, assigned_at) WHERE assigned_at IS NOT NULL;
CREATE INDEX agent_of_department ON agent (account, department) WHERE department IS NOT NULL;
COMMIT;
