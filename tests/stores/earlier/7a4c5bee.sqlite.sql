PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO kysely_migration VALUES('001-initial','2026-11-26T03:39:46.921Z');
CREATE TABLE IF NOT EXISTS "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO kysely_migration_lock VALUES('migration_lock',0);
CREATE TABLE token_state (
      key text PRIMARY KEY,
      token text,
      generation bigint NOT NULL,
      issued_at bigint,
      expires_at bigint,
      lease_owner text,
      lease_until bigint,
      cooldown_until bigint,
      last_error text,
      renewals text
    );
INSERT INTO token_state VALUES('v5 http://127.0.0.1:9 sandbox','v2.2a0c008d.HCezlxIfcelCmaUm3kL6swY2pBcLMuit_NOEqPFJVK0y4-LJILNRDketdi33mKAsYUepae5ZIuER0Q1g',1,1795664391899,1795750791899,NULL,NULL,NULL,NULL,'[{"at":1795664391824,"because":"due","signedAt":"1795664391"}]');
CREATE TABLE setting (
      name text PRIMARY KEY,
      value text NOT NULL
    );
INSERT INTO setting VALUES('legacyCreate','true');
INSERT INTO setting VALUES('backgroundRate','100');
CREATE TABLE task_lease (
      name text PRIMARY KEY,
      owner text,
      held_until bigint NOT NULL,
      next_at bigint NOT NULL
    );
INSERT INTO task_lease VALUES('snapshots',NULL,0,1795664396766);
INSERT INTO task_lease VALUES('agent records',NULL,0,1795664402244);
INSERT INTO task_lease VALUES('reservations',NULL,0,1795664402248);
INSERT INTO task_lease VALUES('inventory idle pages',NULL,0,1795664397804);
INSERT INTO task_lease VALUES('inventory agents',NULL,0,1795664402261);
INSERT INTO task_lease VALUES('inventory details',NULL,0,1795664397591);
INSERT INTO task_lease VALUES('inventory gaps',NULL,0,1795664447272);
INSERT INTO task_lease VALUES('binding changes',NULL,0,1795667987280);
INSERT INTO task_lease VALUES('service requests',NULL,0,1795664402283);
CREATE TABLE sign_in_try (
      account text PRIMARY KEY,
      tries bigint NOT NULL,
      since bigint NOT NULL,
      failed bigint NOT NULL DEFAULT 0
    );
INSERT INTO sign_in_try VALUES('98b6dafd780bf6ceb4777b679c8930ef38db689b18f2eb6b3030d71e04375427',1,1795664389582,1);
INSERT INTO sign_in_try VALUES('b4895d1a0301d1cf6b43b999d970dd685a075a996dca47f4b5d27e3380cd161e',1,1795664389589,1);
INSERT INTO sign_in_try VALUES('7695eb82c517b7e61b1107b78d0a9aad6e9a87f69dff4ecb8d117cc7587a8858',0,1795664390973,0);
CREATE TABLE action_use (
      user_id text NOT NULL,
      action text NOT NULL,
      times text NOT NULL,
      CONSTRAINT action_use_key PRIMARY KEY (user_id, action)
    );
INSERT INTO action_use VALUES('gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','reveal','[1795664393868]');
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
INSERT INTO audit VALUES('00000000-0001-4e11-8d93-e279080e566b',1795664390219,'console','console','audit.begin','6b89119f-f33a-464d-bd6e-db3c28dec0c1','outcome','[]',NULL,NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','','de96e3429b45b6e4748c7fdbdc95338ac539813bf5da593e33564e0f7c6a4981',1);
INSERT INTO audit VALUES('00000000-0002-40f6-8660-6be760727fc0',1795664390219,'-','admin@example.com','session.refused','admin@example.com','outcome','sign-in-failed','27058e0d-0e0b-4f91-8a74-8c92a530b357',NULL,NULL,'',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','de96e3429b45b6e4748c7fdbdc95338ac539813bf5da593e33564e0f7c6a4981','686dc73a48b1a830136c1ea2b6ecddc9939cb61be4a75069c993b1d721bcb15e',2);
INSERT INTO audit VALUES('00000000-0003-4bee-bd71-906e97607c47',1795664390947,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','session.begin','admin@example.com','outcome','done','2d343da2-641a-407e-89cd-dde916b66a65','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','686dc73a48b1a830136c1ea2b6ecddc9939cb61be4a75069c993b1d721bcb15e','ab081a13f8e256f79cfc53ed253ddb4def2603948657a41f5b84a8a3577e08e4',3);
INSERT INTO audit VALUES('00000000-0004-4bae-8a09-3acb05e8ec49',1795664391717,'1S0JVRQqSnAJ2E5GTfxm3e9LKXWI7XjA','supervisor@example.com','session.begin','supervisor@example.com','outcome','done','8eedc70f-754b-42b5-8999-0d3eb53fcf3a','supervisor','f6e9905cae89c1d6','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','ab081a13f8e256f79cfc53ed253ddb4def2603948657a41f5b84a8a3577e08e4','ea1db88e9d0eb16b59f9ade3472ced5c83337528e2c0e3b83dbb78314e32cf34',4);
INSERT INTO audit VALUES('00000000-0005-41ef-b8f7-fefd013e330c',1795664391734,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','settings.change','{"legacyCreate":true,"backgroundRate":100}','intent',NULL,'64de493f-3e2b-48ae-ae50-3b10ea0af7f5','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','ea1db88e9d0eb16b59f9ade3472ced5c83337528e2c0e3b83dbb78314e32cf34','dee78cda10022de3c8bb6ea40613e4ef2269dd7dd78e2271d24bbbf6747c3f31',5);
INSERT INTO audit VALUES('00000000-0006-471d-890b-bbc79de15657',1795664391756,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','settings.change','{"legacyCreate":true,"backgroundRate":100}','outcome','done','64de493f-3e2b-48ae-ae50-3b10ea0af7f5','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','dee78cda10022de3c8bb6ea40613e4ef2269dd7dd78e2271d24bbbf6747c3f31','3bd7d930df5377e3cc0b899d6a04118cb4cd75acb2169f1c71ea1572ed2f6152',6);
INSERT INTO audit VALUES('00000000-0007-49a4-8bc4-a6b0c3716da3',1795664391774,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','extension.create','7001','intent',NULL,'790bb290-efd8-4093-8106-e7a2072c7b53','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','3bd7d930df5377e3cc0b899d6a04118cb4cd75acb2169f1c71ea1572ed2f6152','2505aaeff152839fc569e0e62ff28c1b7274f5ef3fa8f80af8a88e3d98e987ef',7);
INSERT INTO audit VALUES('00000000-0008-4190-9f20-e79d045ddc99',1795664391991,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','extension.create','7001','outcome','done','790bb290-efd8-4093-8106-e7a2072c7b53','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','2505aaeff152839fc569e0e62ff28c1b7274f5ef3fa8f80af8a88e3d98e987ef','b5e3184acf06cb655b22b6e4421439deffbd1519e540916be4672434b152e0c1',8);
INSERT INTO audit VALUES('00000000-0009-4a59-82ec-cc9f46f28269',1795664392074,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.create','ffd84174-36a5-4d98-926e-d2ceaac62197','outcome','3 rows','9cc0209a-1ae1-431f-8e26-57cff9c212b9','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','b5e3184acf06cb655b22b6e4421439deffbd1519e540916be4672434b152e0c1','c38d3e79977124b25ec314ba4fb7c2366943e0ba25590445fe458c04ffeb82b7',9);
INSERT INTO audit VALUES('00000000-000a-400c-bb95-25b778643171',1795664392221,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7002','intent',NULL,'ffd84174-36a5-4d98-926e-d2ceaac62197',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','c38d3e79977124b25ec314ba4fb7c2366943e0ba25590445fe458c04ffeb82b7','dc3b690ae68ca6743f3b495e032b74b637b65e66919ef500870823d5ad72759d',10);
INSERT INTO audit VALUES('00000000-000b-45b7-91ea-aeaedac78b40',1795664392254,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7003','intent',NULL,'ffd84174-36a5-4d98-926e-d2ceaac62197',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','dc3b690ae68ca6743f3b495e032b74b637b65e66919ef500870823d5ad72759d','180c9a9c58c5f6c812d8cc2a12b0cf88d55c93bf43d7445240bb975493f55386',11);
INSERT INTO audit VALUES('00000000-000c-44c0-9155-e72976543f5d',1795664392318,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7002','outcome','done','ffd84174-36a5-4d98-926e-d2ceaac62197',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','180c9a9c58c5f6c812d8cc2a12b0cf88d55c93bf43d7445240bb975493f55386','997ee001c3512392580196e6ae5d7e14bc146c99ee692c98d3110a9fcc4704cb',12);
INSERT INTO audit VALUES('00000000-000d-4503-8c5f-15d2acdb6888',1795664392444,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7003','outcome','done','ffd84174-36a5-4d98-926e-d2ceaac62197',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','997ee001c3512392580196e6ae5d7e14bc146c99ee692c98d3110a9fcc4704cb','906c552e47e87f525db05732949f629b2d11a04476e21952c7c99a2cd45453aa',13);
INSERT INTO audit VALUES('00000000-000e-4832-a08a-b16a8ac21848',1795664392708,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.create','82c86eb0-c422-4d72-827f-1db1bef6623e','outcome','2 rows','9320f12a-10b3-43ad-b8e7-5042b99918ba','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','906c552e47e87f525db05732949f629b2d11a04476e21952c7c99a2cd45453aa','3e30a041094317f3a89211c007e7c50dd49cea25b88a02e0bb560af75ccc9192',14);
INSERT INTO audit VALUES('00000000-000f-4906-839d-bf7c710d09b2',1795664392733,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.pause','82c86eb0-c422-4d72-827f-1db1bef6623e','outcome','done','5095acbf-1ef0-4df5-ba61-d76d9c30b67f','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','3e30a041094317f3a89211c007e7c50dd49cea25b88a02e0bb560af75ccc9192','7ad0369f6495d26366f3112ed3d59f7a6fb9a6baaa21347afed2641f418b5db5',15);
INSERT INTO audit VALUES('00000000-0010-4912-80e2-7720526a8cdf',1795664392832,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7010','intent',NULL,'82c86eb0-c422-4d72-827f-1db1bef6623e',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','7ad0369f6495d26366f3112ed3d59f7a6fb9a6baaa21347afed2641f418b5db5','ec6ab8904353a93d8de7d662b9d5f5df32f0bcdd6eda5fd39e75cbbc51466126',16);
INSERT INTO audit VALUES('00000000-0011-431d-971f-288906bfdacb',1795664392832,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7011','intent',NULL,'82c86eb0-c422-4d72-827f-1db1bef6623e',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','ec6ab8904353a93d8de7d662b9d5f5df32f0bcdd6eda5fd39e75cbbc51466126','0837ac8d7dd20ff1c161f45368818234e269cba180bd2ed6e848da24283ba1de',17);
INSERT INTO audit VALUES('00000000-0012-4097-9138-34f59c3f725d',1795664392842,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7010','outcome','not created','82c86eb0-c422-4d72-827f-1db1bef6623e',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','0837ac8d7dd20ff1c161f45368818234e269cba180bd2ed6e848da24283ba1de','0ff344b9a2d3d905164805e1e7cb776bab5c5820a00d1e28e0f1d1b85fc3115e',18);
INSERT INTO audit VALUES('00000000-0013-4c13-b73f-8bc3272f01f6',1795664392842,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','job.item.create','7011','outcome','not created','82c86eb0-c422-4d72-827f-1db1bef6623e',NULL,NULL,NULL,NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','0ff344b9a2d3d905164805e1e7cb776bab5c5820a00d1e28e0f1d1b85fc3115e','5168448b8d51b4333eb13263b8e6e521259f4243c8b608f9b87de0d6ccac1c7d',19);
INSERT INTO audit VALUES('00000000-0014-4da8-9139-47f0ef58602a',1795664393191,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','reservation.reserve','1004','intent',NULL,'837b08f2-305a-4059-b36a-fed27b129c0c','admin','5ec971e276a07049','','agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','6b89119f-f33a-464d-bd6e-db3c28dec0c1','5168448b8d51b4333eb13263b8e6e521259f4243c8b608f9b87de0d6ccac1c7d','ef854af935e41810ff28ba1a1ddf799d5c28fafa4445bb44e085cbb83a04f496',20);
INSERT INTO audit VALUES('00000000-0015-49be-86a7-716f5fea3b1d',1795664393197,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','reservation.reserve','1004','outcome','done','837b08f2-305a-4059-b36a-fed27b129c0c','admin','5ec971e276a07049','','agent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','6b89119f-f33a-464d-bd6e-db3c28dec0c1','ef854af935e41810ff28ba1a1ddf799d5c28fafa4445bb44e085cbb83a04f496','34aa6f8832c19dba9498f8332ac6c92205a86b670481e27357ac143c9ed22ba0',21);
INSERT INTO audit VALUES('00000000-0016-45c4-b6d5-0220690feceb',1795664393202,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','reservation.reserve','1006','intent',NULL,'222c69f1-cf19-4fef-828b-df7aced4140f','admin','5ec971e276a07049','','agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','6b89119f-f33a-464d-bd6e-db3c28dec0c1','34aa6f8832c19dba9498f8332ac6c92205a86b670481e27357ac143c9ed22ba0','d73d3ddf9fc3e16c42b309e814e92be51746e7af2f5cd4cc307ce40708ce3a7e',22);
INSERT INTO audit VALUES('00000000-0017-48a7-a07c-07590a1fe1d3',1795664393205,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','reservation.reserve','1006','outcome','done','222c69f1-cf19-4fef-828b-df7aced4140f','admin','5ec971e276a07049','','agent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','6b89119f-f33a-464d-bd6e-db3c28dec0c1','d73d3ddf9fc3e16c42b309e814e92be51746e7af2f5cd4cc307ce40708ce3a7e','89ab407c4c00ec37c7c45127e47c4290c1fd09192e09b3fc439f6fdcf73feb0b',23);
INSERT INTO audit VALUES('00000000-0018-4bbd-a426-5fda2b32385f',1795664393209,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','reservation.release','1006','outcome','done','4393461d-65a7-4431-a654-b72940fd4b06','admin','5ec971e276a07049','','not needed','6b89119f-f33a-464d-bd6e-db3c28dec0c1','89ab407c4c00ec37c7c45127e47c4290c1fd09192e09b3fc439f6fdcf73feb0b','b8dfdd4e5c7ed6578a6c8c96abf5da8296bed4f3f5aa5b154b1ba1f764ac1056',24);
INSERT INTO audit VALUES('00000000-0019-4a12-83c9-607a7b539d03',1795664393214,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','request.ask','1000','outcome','done','dbf91a9b-eeb7-44e3-91f4-a9037185d82e','admin','5ec971e276a07049','','unbind: left the company','6b89119f-f33a-464d-bd6e-db3c28dec0c1','b8dfdd4e5c7ed6578a6c8c96abf5da8296bed4f3f5aa5b154b1ba1f764ac1056','7b4e1af4ebd9f117c8a0b4c84bf2dfc1d89fcd81f8dc04385aec6b5e2e56ba9a',25);
INSERT INTO audit VALUES('00000000-001a-4c03-ac38-71bdfbdc7a47',1795664393217,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','extension.label','1007','intent',NULL,'bd22d0cb-75b0-4414-ae99-e08765f5806e','admin','5ec971e276a07049','','add VIP; note "Reception desk"','6b89119f-f33a-464d-bd6e-db3c28dec0c1','7b4e1af4ebd9f117c8a0b4c84bf2dfc1d89fcd81f8dc04385aec6b5e2e56ba9a','e18e0ad6f213f3b3a288732ad4f85c83d5ca9aa3daf2a10b05e420a9ffc97b81',26);
INSERT INTO audit VALUES('00000000-001b-4321-be1d-3f79dc8ebb60',1795664393219,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','extension.label','1007','outcome','done','bd22d0cb-75b0-4414-ae99-e08765f5806e','admin','5ec971e276a07049','','labels: – → VIP; note: "" → "Reception desk"','6b89119f-f33a-464d-bd6e-db3c28dec0c1','e18e0ad6f213f3b3a288732ad4f85c83d5ca9aa3daf2a10b05e420a9ffc97b81','5bf1ef589fdb0ba13d989ae30b5486051315711317c591a748103ea1c193d8cf',27);
INSERT INTO audit VALUES('00000000-001c-4b8e-8c8e-9d23c7677274',1795664393237,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','pool.add','Support','intent',NULL,'50239006-0c96-4b77-a274-2d73cb95efbf','admin','5ec971e276a07049','','name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2','6b89119f-f33a-464d-bd6e-db3c28dec0c1','5bf1ef589fdb0ba13d989ae30b5486051315711317c591a748103ea1c193d8cf','714e11cdf8dbde3d15413f5fd6a1428907e8b9ffa6c48546621f255b8e61e274',28);
INSERT INTO audit VALUES('00000000-001d-43f1-a4f9-61828b13fd69',1795664393241,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','pool.add','Support','outcome','done','50239006-0c96-4b77-a274-2d73cb95efbf','admin','5ec971e276a07049','','name: Support; numbers: 1000–1019, 700…; owner: Ada; purpose: Support team; alert below: 2','6b89119f-f33a-464d-bd6e-db3c28dec0c1','714e11cdf8dbde3d15413f5fd6a1428907e8b9ffa6c48546621f255b8e61e274','549aee61d8c0c4668f8f80c0cefe612f62c22b3c91a172b3ac289d55d126d3ed',29);
INSERT INTO audit VALUES('00000000-001e-4c06-98d8-d18c343c1cd3',1795664393245,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','threshold.change','all numbers','intent',NULL,'b4b07500-711a-426b-be88-b001e5a5b368','admin','5ec971e276a07049','','free 500','6b89119f-f33a-464d-bd6e-db3c28dec0c1','549aee61d8c0c4668f8f80c0cefe612f62c22b3c91a172b3ac289d55d126d3ed','b83e0a861ad9573b6f2949124fa7cb38f2c1e39a193db6f026954b96f9665998',30);
INSERT INTO audit VALUES('00000000-001f-4dbf-8439-b0f4858e5d20',1795664393261,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','threshold.change','all numbers','outcome','done','b4b07500-711a-426b-be88-b001e5a5b368','admin','5ec971e276a07049','','free 500','6b89119f-f33a-464d-bd6e-db3c28dec0c1','b83e0a861ad9573b6f2949124fa7cb38f2c1e39a193db6f026954b96f9665998','012ca25c835b8335fd57dd307ac884332d8eb32fbfb3dd98cdd4221332131eeb',31);
INSERT INTO audit VALUES('00000000-0020-4658-8245-8b2364d7d3a1',1795664393263,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','threshold.acknowledge','all numbers','intent',NULL,'6cd6c410-40d5-4e4d-aa65-6627f86fe9e0','admin','5ec971e276a07049','','720 hours','6b89119f-f33a-464d-bd6e-db3c28dec0c1','012ca25c835b8335fd57dd307ac884332d8eb32fbfb3dd98cdd4221332131eeb','eb38b948bd3a7912d10d6bedf6b3adab6266e66046dce25602f5163a9b182622',32);
INSERT INTO audit VALUES('00000000-0021-41b5-bf97-4e7c813ad7f8',1795664393276,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','threshold.acknowledge','all numbers','outcome','done','6cd6c410-40d5-4e4d-aa65-6627f86fe9e0','admin','5ec971e276a07049','','720 hours','6b89119f-f33a-464d-bd6e-db3c28dec0c1','eb38b948bd3a7912d10d6bedf6b3adab6266e66046dce25602f5163a9b182622','a1ed034c5d8e2ca99accb7d5c5e2aed12ecfb2b2a64cfaa3a263aa3c41953490',33);
INSERT INTO audit VALUES('00000000-0022-43cf-a2af-1af055de01f9',1795664393293,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','code.name','extension.extType 1','intent',NULL,'b18f1f03-e193-4b7b-8435-8b3689055820','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','a1ed034c5d8e2ca99accb7d5c5e2aed12ecfb2b2a64cfaa3a263aa3c41953490','2b26b0c31b28d013214c38bbe146662a4216986eed9125098d0a5aaf165dcfec',34);
INSERT INTO audit VALUES('00000000-0023-4ac0-aa1c-d2f356b84dd1',1795664393315,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','code.name','extension.extType 1','outcome','done','b18f1f03-e193-4b7b-8435-8b3689055820','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','2b26b0c31b28d013214c38bbe146662a4216986eed9125098d0a5aaf165dcfec','48a55bebb15251cf104346ec2fa4236cc38b32a17966279844da84d513622108',35);
INSERT INTO audit VALUES('00000000-0024-4819-917b-124152c63073',1795664393323,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','code.name','extension.status 0','intent',NULL,'8f49e505-8176-48d9-bc59-0174ee8efe06','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','48a55bebb15251cf104346ec2fa4236cc38b32a17966279844da84d513622108','6174ee96b85fbb44e20c5e5ed132b22c63fca0bad6b00999574433d0eb17b783',36);
INSERT INTO audit VALUES('00000000-0025-4b49-9e8c-b68c5a3c7985',1795664393333,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','code.name','extension.status 0','outcome','done','8f49e505-8176-48d9-bc59-0174ee8efe06','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','6174ee96b85fbb44e20c5e5ed132b22c63fca0bad6b00999574433d0eb17b783','0c2eab7ab44e74d576787a1c8c4fee6ab9cc773b990530d5d8261d1db672dca5',37);
INSERT INTO audit VALUES('00000000-0026-4017-8c10-2407986c7f46',1795664393342,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','view.save','Bound ones','intent',NULL,'3879f833-f2de-431e-8654-b4579dd56a76','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','0c2eab7ab44e74d576787a1c8c4fee6ab9cc773b990530d5d8261d1db672dca5','cf0a1d552a702818d7825bc511a248fb93ee31fec3afad85fefd83bb5a257fbb',38);
INSERT INTO audit VALUES('00000000-0027-43cf-baad-5a553a895152',1795664393354,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','view.save','Bound ones','outcome','done','3879f833-f2de-431e-8654-b4579dd56a76','admin','5ec971e276a07049','',NULL,'6b89119f-f33a-464d-bd6e-db3c28dec0c1','cf0a1d552a702818d7825bc511a248fb93ee31fec3afad85fefd83bb5a257fbb','a312566305a9fc6a1a54cf4f347e455aa9456c58cf55f202168ccfc1ba5f4319',39);
INSERT INTO audit VALUES('00000000-0028-44ab-8b71-b19f3c937d36',1795664393357,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','user.change','ben@example.com','intent',NULL,'c658dfd7-a58e-4a2d-b7e0-6a686196b84c','admin','5ec971e276a07049','','invited as supervisor','6b89119f-f33a-464d-bd6e-db3c28dec0c1','a312566305a9fc6a1a54cf4f347e455aa9456c58cf55f202168ccfc1ba5f4319','09351cff5a053c4981d35f7dacd6902791d6b8d51e2f2e30f1b9e0ffbbe09078',40);
INSERT INTO audit VALUES('00000000-0029-481e-bee5-e1f79a906024',1795664393863,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','user.change','ben@example.com','outcome','done','c658dfd7-a58e-4a2d-b7e0-6a686196b84c','admin','5ec971e276a07049','','invited as supervisor','6b89119f-f33a-464d-bd6e-db3c28dec0c1','09351cff5a053c4981d35f7dacd6902791d6b8d51e2f2e30f1b9e0ffbbe09078','08d3b8d92fe47ffecc04328610edaead5bd840755b12e071b057383b8e6903db',41);
INSERT INTO audit VALUES('00000000-002a-4e48-a681-838383269766',1795664393872,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','extension.reveal','7001','intent',NULL,'c4d5b6be-4272-4498-a59d-7ada1c90f0bd','admin','5ec971e276a07049','','phone was replaced','6b89119f-f33a-464d-bd6e-db3c28dec0c1','08d3b8d92fe47ffecc04328610edaead5bd840755b12e071b057383b8e6903db','83a291c6bdc29344f96338e9207d37a3572f258e8aa8fbbbfaf292d1353543e9',42);
INSERT INTO audit VALUES('00000000-002b-4884-9b53-40bc8a975f46',1795664393875,'gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','extension.reveal','7001','outcome','done','c4d5b6be-4272-4498-a59d-7ada1c90f0bd','admin','5ec971e276a07049','','phone was replaced','6b89119f-f33a-464d-bd6e-db3c28dec0c1','83a291c6bdc29344f96338e9207d37a3572f258e8aa8fbbbfaf292d1353543e9','2740971e5c23d987381c6b5ff0f6aaa4cc075d90f02e9622dc5bd7498cff4852',43);
CREATE TABLE audit_head (
      chain text PRIMARY KEY,
      seq bigint NOT NULL,
      hash text NOT NULL,
      at bigint NOT NULL,
      mac text NOT NULL
    );
INSERT INTO audit_head VALUES('6b89119f-f33a-464d-bd6e-db3c28dec0c1',43,'2740971e5c23d987381c6b5ff0f6aaa4cc075d90f02e9622dc5bd7498cff4852',1795664393875,'faaf5440de786eb7d7dea642f730c5688a4662ad3eb942e50635812a619fd505');
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
      lease_owner text,
      lease_until bigint,
      fencing_token bigint NOT NULL DEFAULT 0,
      password_fill text NOT NULL,
      password_length integer NOT NULL,
      secret_key text,
      has_secrets integer NOT NULL,
      secrets_until bigint,
      kind text NOT NULL DEFAULT 'bulk',
      operation text NOT NULL DEFAULT 'create_extension',
      actor text,
      CONSTRAINT job_key UNIQUE (user_id, idempotency_key)
    );
INSERT INTO job VALUES('119e0c49-0587-4720-8e09-b34ce33c95c6','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','14c9f3bf-47dd-4a4d-8766-53bc1f7b896a','48509bfeac669588a4395ee60c56bac8426a12f18f68e8705b05a1207d4aa788','7001','http://127.0.0.1:9 sandbox',1795664391774,1795664391797,1795664392036,'run',NULL,NULL,1,0,0,0,1,0,0,0,0,0,NULL,NULL,1,'none',0,NULL,0,NULL,'single','create_extension','{"id":"gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev","name":"admin@example.com","role":"admin","session":"5ec971e276a07049","address":"","requestId":"790bb290-efd8-4093-8106-e7a2072c7b53"}');
INSERT INTO job VALUES('ffd84174-36a5-4d98-926e-d2ceaac62197','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','01cd7834-73f6-431e-ae0f-bfc8da189140','696e30b96ef7db3690831a63c48bd479f5de960e410e7c77c4973fffe860e381','Spring intake','http://127.0.0.1:9 sandbox',1795664392073,1795664392093,1795664392489,'run',NULL,NULL,3,0,0,0,2,1,0,0,0,0,NULL,NULL,1,'random',16,NULL,1,1795750792489,'bulk','create_extension',NULL);
INSERT INTO job VALUES('82c86eb0-c422-4d72-827f-1db1bef6623e','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','637a6350-271c-4121-b254-43a809e88895','264ba14e1e80c551d257aa7269aaf2cef6284af5b0e511b9883762127ae8d681','Waiting intake','http://127.0.0.1:9 sandbox',1795664392706,1795664392717,NULL,'pause','user',NULL,2,2,0,0,0,0,0,0,0,0,NULL,NULL,1,'none',16,NULL,1,NULL,'bulk','create_extension',NULL);
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
      delivered integer NOT NULL DEFAULT 0,
      state text NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      resends integer NOT NULL DEFAULT 0,
      fencing_token bigint NOT NULL DEFAULT 0,
      how text,
      checked text,
      code text,
      upstream_code text,
      message text,
      started_at bigint,
      sent_at bigint,
      open_since bigint,
      ended_at bigint,
      looks integer NOT NULL DEFAULT 0,
      next_look_at bigint,
      CONSTRAINT job_item_key PRIMARY KEY (job_id, position),
      CONSTRAINT job_item_number UNIQUE (job_id, ext)
    );
INSERT INTO job_item VALUES('119e0c49-0587-4720-8e09-b34ce33c95c6',0,'http://127.0.0.1:9 sandbox','7001',NULL,NULL,NULL,NULL,NULL,'none',0,'done',1,0,1,'answered','seen',NULL,NULL,NULL,1795664391948,1795664391964,1795664391948,1795664391990,1,NULL);
INSERT INTO job_item VALUES('ffd84174-36a5-4d98-926e-d2ceaac62197',2,'http://127.0.0.1:9 sandbox','1000',NULL,NULL,NULL,NULL,'v2.2a0c008d.IDmUJHDiWtmWRAyXihfh3NdBnwHlNecvpl0qYJRnZeMdsRh3CzbFm4fz9ig','random',0,'failed',0,0,0,NULL,NULL,'extension-bound',NULL,NULL,NULL,NULL,NULL,1795664392289,0,NULL);
INSERT INTO job_item VALUES('ffd84174-36a5-4d98-926e-d2ceaac62197',0,'http://127.0.0.1:9 sandbox','7002',NULL,NULL,NULL,NULL,NULL,'given',0,'done',1,0,1,'answered','seen',NULL,NULL,NULL,1795664392219,1795664392254,1795664392219,1795664392318,1,NULL);
INSERT INTO job_item VALUES('ffd84174-36a5-4d98-926e-d2ceaac62197',1,'http://127.0.0.1:9 sandbox','7003',NULL,NULL,NULL,NULL,'v2.2a0c008d.YCEF-Fw1p3WE7XZicY28lQxePjmrneUJVJwOn36sqQ43jUiM1i9z4pZxqD4','random',0,'done',1,0,1,'answered','seen',NULL,NULL,NULL,1795664392253,1795664392287,1795664392253,1795664392444,1,NULL);
INSERT INTO job_item VALUES('82c86eb0-c422-4d72-827f-1db1bef6623e',0,'http://127.0.0.1:9 sandbox','7010',NULL,NULL,NULL,NULL,'v2.2a0c008d.sb6xz2westFlA49sBcyTkwqEZXldxa3aSFPe6pah_isRpyLcT5Z59fNUYg','given',0,'pending',0,0,1,NULL,NULL,NULL,NULL,NULL,1795664392828,NULL,NULL,NULL,0,NULL);
INSERT INTO job_item VALUES('82c86eb0-c422-4d72-827f-1db1bef6623e',1,'http://127.0.0.1:9 sandbox','7011',NULL,NULL,NULL,NULL,NULL,'none',0,'pending',0,0,1,NULL,NULL,NULL,NULL,NULL,1795664392828,NULL,NULL,NULL,0,NULL);
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
      reason text,
      CONSTRAINT reservation_key UNIQUE (user_id, idempotency_key, ext),
      CONSTRAINT reservation_whom CHECK (agent_uuid IS NOT NULL OR joiner_id IS NOT NULL)
    );
INSERT INTO reservation VALUES('4135432c-6bb7-4558-9872-d61e772a501a','http://127.0.0.1:9 sandbox','1004','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',NULL,'Ingrid Patel',NULL,'ebe3006413c7a116e4005bc10b7d1561.sip.example','Opus','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin','f4ef0cb5-c89c-4004-a201-d6d66ba45e04','ff77a3eec2cf74aaa40d415ac76ab33c7fcfae93ae641b432dd1cacf5235bfd8','reserved',1795664393197,1796269193197,1795664393197,0,NULL,NULL,NULL,NULL);
INSERT INTO reservation VALUES('d8fb700d-61e1-4ff9-818e-01ffaa74a686','http://127.0.0.1:9 sandbox','1006','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',NULL,'Omar Haddad',NULL,'ebe3006413c7a116e4005bc10b7d1561.sip.example','G.711 alaw','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin','6eacaa2d-3953-41aa-8b7d-2ef740e70bdb','36fb3f7b5fa0f230146a1d3ff410cbc7554f49883851f45e225cbffcaea4a4ee','released',1795664393205,1795750793205,1795664393205,0,NULL,1795664393209,'admin','not needed');
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
      due_at bigint,
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
    );
INSERT INTO service_request VALUES('6508eae8-c27d-4fac-9fe8-d69e3a62acec','http://127.0.0.1:9 sandbox','unbind','1000','9348ee74c2cefd4740db23a3b5bf4a0d','王伟',NULL,NULL,'left the company',1796428800000,'open','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin',1795664393214,NULL,NULL,NULL,NULL,NULL,1795664393214);
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
      binding_since bigint NOT NULL,
      CONSTRAINT inventory_key PRIMARY KEY (account, ext)
    );
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','7001','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1795664391970,NULL,'idle',1795664392068,1795664392695,1795664392068,1795664392695,1795664392068);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','7002','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1795664392282,NULL,'idle',1795664392260,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1000','bound',1,'9348ee74c2cefd4740db23a3b5bf4a0d','王伟','1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',1,1,1,1736125200000,1736125200000,'detail',1795664392198,1795664392198,1795664392198,NULL,1795664392198);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','7003','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1795664392306,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1004','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1769648431676,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1006','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1786410047514,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1007','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1737766855433,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1008','bound',1,'630a6f2c6bd33965e6ca7222c7965588','黄娜','1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1746147663352,1795664393894,'detail',1795664392695,1795664393900,1795664393900,NULL,1795664393900);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1014','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1739408510866,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1015','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1747789318785,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1016','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1756170126704,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1017','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1764550934623,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1018','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1772931742542,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1019','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1781312550461,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1024','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1766192590056,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1025','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1774573397975,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1026','free',0,NULL,NULL,'2','G.711 alaw','G.711 alaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1782954205894,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1027','free',0,NULL,NULL,'3','G.711 ulaw','G.711 ulaw','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1791335013813,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1028','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1742691821732,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
INSERT INTO inventory VALUES('http://127.0.0.1:9 sandbox','1029','free',0,NULL,NULL,'1','Opus','Opus','ebe3006413c7a116e4005bc10b7d1561.sip.example',0,1,1,1751072629651,NULL,'idle',1795664392695,1795664392695,1795664392695,1795664392695,1795664392695);
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
INSERT INTO binding_change VALUES('http://127.0.0.1:9 sandbox','1008',1795664393900,'bound','630a6f2c6bd33965e6ca7222c7965588','黄娜','free',NULL,NULL,1795664392695,NULL);
CREATE TABLE inventory_count (
      account text NOT NULL,
      length integer NOT NULL,
      prefix text NOT NULL,
      state text NOT NULL,
      language text NOT NULL,
      count bigint NOT NULL,
      CONSTRAINT inventory_count_key PRIMARY KEY (account, length, prefix, state, language)
    );
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',0,'','free','Opus',10);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',1,'7','free','Opus',3);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',2,'70','free','Opus',3);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'700','free','Opus',3);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'7001','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',0,'','unknown','',0);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',1,'7','unknown','',0);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',2,'70','unknown','',0);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'700','unknown','',0);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'7002','unknown','',0);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',0,'','bound','Opus',2);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',1,'1','bound','Opus',2);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',2,'10','bound','Opus',2);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'100','bound','Opus',2);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1000','bound','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'7003','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'7002','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',1,'1','free','Opus',7);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',2,'10','free','Opus',7);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'100','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1004','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',0,'','free','G.711 alaw',4);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',1,'1','free','G.711 alaw',4);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',2,'10','free','G.711 alaw',4);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'100','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1006','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',0,'','free','G.711 ulaw',4);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',1,'1','free','G.711 ulaw',4);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',2,'10','free','G.711 ulaw',4);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'100','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1007','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1008','free','Opus',0);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'101','free','G.711 alaw',2);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1014','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'101','free','G.711 ulaw',2);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1015','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'101','free','Opus',2);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1016','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1017','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1018','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1019','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'102','free','Opus',4);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1024','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1025','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'102','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1026','free','G.711 alaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',3,'102','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1027','free','G.711 ulaw',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1028','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1029','free','Opus',1);
INSERT INTO inventory_count VALUES('http://127.0.0.1:9 sandbox',4,'1008','bound','Opus',1);
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
INSERT INTO inventory_crawl VALUES('http://127.0.0.1:9 sandbox','idle',1795664392580,'1',19,19,1,1795664392796,1795664392580,19,NULL);
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
INSERT INTO saved_view VALUES('e1ae8b84-45b2-4498-b941-a62f21c4ca3a','inventory','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin@example.com','Bound ones','bound ones','state=bound',1,1795664393354);
CREATE TABLE agent (
      id text PRIMARY KEY,
      account text NOT NULL,
      agent_uuid text,
      facts text NOT NULL,
      name_key text NOT NULL,
      work_number text,
      department text,
      ext text,
      numbers bigint NOT NULL,
      first_seen_at bigint NOT NULL,
      record_at bigint NOT NULL,
      CONSTRAINT agent_key UNIQUE (account, agent_uuid)
    );
INSERT INTO agent VALUES('c756bf5a-2409-4ebc-a3b7-40875cb09f6d','http://127.0.0.1:9 sandbox','9348ee74c2cefd4740db23a3b5bf4a0d','{"name":{"value":"王伟","source":"extension","at":1795664392198}}','wangwei',NULL,NULL,'1000',1,1795664392198,0);
INSERT INTO agent VALUES('653a48e5-5404-4d45-95db-b072dc7d44c8','http://127.0.0.1:9 sandbox','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','{"name":{"value":"Ingrid Patel","source":"reservation","at":1795664393197}}','ingrid patel',NULL,NULL,NULL,0,1795664393197,0);
INSERT INTO agent VALUES('48af7bfe-990f-4c97-8450-974721d10590','http://127.0.0.1:9 sandbox','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','{"name":{"value":"Omar Haddad","source":"reservation","at":1795664393205}}','omar haddad',NULL,NULL,NULL,0,1795664393205,0);
INSERT INTO agent VALUES('8251e0a7-067e-4284-b35c-0f64cfe886f3','http://127.0.0.1:9 sandbox','630a6f2c6bd33965e6ca7222c7965588','{"name":{"value":"黄娜","source":"extension","at":1795664393900}}','huangna',NULL,NULL,'1008',1,1795664393900,0);
CREATE TABLE agent_term (
      account text NOT NULL,
      kind integer NOT NULL,
      term text NOT NULL,
      agent_id text NOT NULL,
      CONSTRAINT agent_term_key PRIMARY KEY (account, kind, term, agent_id)
    );
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'王伟','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'wangwei','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'ww','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'伟','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'wei','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'w','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'1000','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'9348ee74c2cefd4740db23a3b5bf4a0d','c756bf5a-2409-4ebc-a3b7-40875cb09f6d');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'ingrid','653a48e5-5404-4d45-95db-b072dc7d44c8');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'patel','653a48e5-5404-4d45-95db-b072dc7d44c8');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','653a48e5-5404-4d45-95db-b072dc7d44c8');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'omar','48af7bfe-990f-4c97-8450-974721d10590');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'haddad','48af7bfe-990f-4c97-8450-974721d10590');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','48af7bfe-990f-4c97-8450-974721d10590');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'黄娜','8251e0a7-067e-4284-b35c-0f64cfe886f3');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'huangna','8251e0a7-067e-4284-b35c-0f64cfe886f3');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'hn','8251e0a7-067e-4284-b35c-0f64cfe886f3');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'娜','8251e0a7-067e-4284-b35c-0f64cfe886f3');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'na','8251e0a7-067e-4284-b35c-0f64cfe886f3');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'n','8251e0a7-067e-4284-b35c-0f64cfe886f3');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'1008','8251e0a7-067e-4284-b35c-0f64cfe886f3');
INSERT INTO agent_term VALUES('http://127.0.0.1:9 sandbox',0,'630a6f2c6bd33965e6ca7222c7965588','8251e0a7-067e-4284-b35c-0f64cfe886f3');
CREATE TABLE label (
      account text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      name_key text NOT NULL,
      name text NOT NULL,
      CONSTRAINT label_key PRIMARY KEY (account, kind, subject, name_key)
    );
INSERT INTO label VALUES('http://127.0.0.1:9 sandbox','extension','1007','vip','VIP');
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
INSERT INTO note VALUES('http://127.0.0.1:9 sandbox','extension','1007','Reception desk',1795664393218,'admin@example.com',1795664393218);
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
      changed_at bigint NOT NULL,
      CONSTRAINT pool_name UNIQUE (account, name_key)
    );
INSERT INTO pool VALUES('7f1ce4a8-0252-462a-97a2-7538445dede5','http://127.0.0.1:9 sandbox','Support','support','{"ranges":[{"from":"1000","to":"1019"}],"prefixes":["700"]}','Ada','Support team',1795664393238,'admin@example.com',1795664393238);
CREATE TABLE snapshot (
      account text NOT NULL,
      at bigint NOT NULL,
      CONSTRAINT snapshot_key PRIMARY KEY (account, at)
    );
INSERT INTO snapshot VALUES('http://127.0.0.1:9 sandbox',1795662000000);
CREATE TABLE snapshot_count (
      account text NOT NULL,
      at bigint NOT NULL,
      scope text NOT NULL,
      free integer NOT NULL,
      reserved integer NOT NULL,
      bound integer NOT NULL,
      unknown integer NOT NULL,
      CONSTRAINT snapshot_count_key PRIMARY KEY (account, scope, at)
    );
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'',18,1,1,0);
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'10',15,1,1,0);
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'70',3,0,0,0);
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'100',3,1,1,0);
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'101',6,0,0,0);
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'102',6,0,0,0);
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'700',3,0,0,0);
INSERT INTO snapshot_count VALUES('http://127.0.0.1:9 sandbox',1795662000000,'pool:7f1ce4a8-0252-462a-97a2-7538445dede5',12,1,1,0);
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
INSERT INTO threshold VALUES('http://127.0.0.1:9 sandbox','pool:7f1ce4a8-0252-462a-97a2-7538445dede5',2,NULL,1795664393238,'admin@example.com',1795664393238,NULL,NULL,NULL,NULL);
INSERT INTO threshold VALUES('http://127.0.0.1:9 sandbox','',500,NULL,1795664393259,'admin@example.com',1795664393259,'admin@example.com',1795664393265,1798256393265,18);
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
INSERT INTO code_name VALUES('http://127.0.0.1:9 sandbox','extension.extType','1','Softphone','软电话','',1,'admin@example.com',1795664393308);
INSERT INTO code_name VALUES('http://127.0.0.1:9 sandbox','extension.status','0','Ready','就绪','',1,'admin@example.com',1795664393331);
CREATE TABLE observed_value (
      account text NOT NULL,
      field text NOT NULL,
      value text NOT NULL,
      count bigint NOT NULL,
      first_seen_at bigint NOT NULL,
      last_seen_at bigint NOT NULL,
      CONSTRAINT observed_value_key PRIMARY KEY (account, field, value)
    );
INSERT INTO observed_value VALUES('http://127.0.0.1:9 sandbox','extensions.retCode','310121',5,1795664391938,1795664392820);
INSERT INTO observed_value VALUES('http://127.0.0.1:9 sandbox','extension.bindStatus','0',45,1795664392021,1795664393875);
INSERT INTO observed_value VALUES('http://127.0.0.1:9 sandbox','extension.bindStatus','1',2,1795664392281,1795664393902);
INSERT INTO observed_value VALUES('http://127.0.0.1:9 sandbox','extension.status','0',46,1795664392021,1795664393902);
INSERT INTO observed_value VALUES('http://127.0.0.1:9 sandbox','extension.status','1',1,1795664392281,1795664392281);
INSERT INTO observed_value VALUES('http://127.0.0.1:9 sandbox','extension.enabled','1',47,1795664392021,1795664393902);
INSERT INTO observed_value VALUES('http://127.0.0.1:9 sandbox','extension.extType','1',47,1795664392021,1795664393902);
CREATE TABLE IF NOT EXISTS "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null, "ssoIssuer" text, "ssoSubject" text, "ssoShownAs" text, "role" text, "banned" integer, "banReason" text, "banExpires" date, "twoFactorEnabled" integer, "mustChangePassword" integer, "oneTimePasswordUntil" date, "lastSignInAt" date);
INSERT INTO user VALUES('gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','admin','admin@example.com',0,NULL,'2026-11-26T03:39:48.971Z','2026-11-26T03:39:50.934Z',NULL,NULL,NULL,'admin',0,NULL,NULL,0,0,NULL,'2026-11-26T03:39:50.934Z');
INSERT INTO user VALUES('1S0JVRQqSnAJ2E5GTfxm3e9LKXWI7XjA','supervisor','supervisor@example.com',0,NULL,'2026-11-26T03:39:49.541Z','2026-11-26T03:39:51.701Z',NULL,NULL,NULL,'supervisor',0,NULL,NULL,0,0,NULL,'2026-11-26T03:39:51.701Z');
INSERT INTO user VALUES('F9mDa7vo6YnWq0pz4EGTEhmEpF39Nzbz','Ben','ben@example.com',0,NULL,'2026-11-26T03:39:53.849Z','2026-11-26T03:39:53.849Z',NULL,NULL,NULL,'supervisor',0,NULL,NULL,0,1,'2026-11-27T03:39:53.848Z',NULL);
CREATE TABLE IF NOT EXISTS "session" ("id" text not null primary key, "expiresAt" date not null, "token" text not null unique, "createdAt" date not null, "updatedAt" date not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade, "ssoAuthTime" date, "impersonatedBy" text);
INSERT INTO session VALUES('Za80yHOXAkRQo7RR4CKBplGrKadImEhu','2026-11-26T04:09:50.847Z','16wfAkforIJPTzzhxuwnTPLIuy8s49AW','2026-11-26T03:39:50.847Z','2026-11-26T03:39:50.847Z','','','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev',NULL,NULL);
INSERT INTO session VALUES('w1PymrDu1MHarH9OtjAEedRdoCNv2zuY','2026-11-26T04:09:51.644Z','ZGs0gvqCR0kIShew20QZHPmdQvygnvyY','2026-11-26T03:39:51.644Z','2026-11-26T03:39:51.644Z','','','1S0JVRQqSnAJ2E5GTfxm3e9LKXWI7XjA',NULL,NULL);
CREATE TABLE IF NOT EXISTS "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text, "createdAt" date not null, "updatedAt" date not null);
INSERT INTO account VALUES('reKqqEL43e17q2rswxrGkiuuCqlomId0','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev','credential','gsCmaAF3z1EnsjdTmvWWe7Rit60i5mev',NULL,NULL,NULL,NULL,NULL,NULL,'$scrypt$ln=13,r=8,p=10$NzLqsaS12TUPNodbnliBIA$EmHig9wZPuNALrQEFACusWfCPIwQpom1BBpDmwb49kPataN3WzRpFlxvOuRg6On6yJR8QP08kribZYDHhjGrVA','2026-11-26T03:39:48.978Z','2026-11-26T03:39:48.978Z');
INSERT INTO account VALUES('MJIBmwnNV00fIJ5WgI6pR15qKdMPwk89','1S0JVRQqSnAJ2E5GTfxm3e9LKXWI7XjA','credential','1S0JVRQqSnAJ2E5GTfxm3e9LKXWI7XjA',NULL,NULL,NULL,NULL,NULL,NULL,'$scrypt$ln=13,r=8,p=10$047Rwr5bhQoFGFQp2dZJtg$gBtG0f9yJCbSAa30sjFTtWdD04IO8jiplT+NZJcfM78VUpgSw6oBAkS+gu80CJYCndF/fsOf6T+fET8CYhH3jw','2026-11-26T03:39:49.560Z','2026-11-26T03:39:49.560Z');
INSERT INTO account VALUES('GkN1jc3MNxzXC7lDip16D4EAJ25vLa0C','F9mDa7vo6YnWq0pz4EGTEhmEpF39Nzbz','credential','F9mDa7vo6YnWq0pz4EGTEhmEpF39Nzbz',NULL,NULL,NULL,NULL,NULL,NULL,'$scrypt$ln=13,r=8,p=10$wOR51QndJizt1dTlvzcMxw$4FfseYu0mmt5x6bwACg4+UKg/tuUP9iJNNoryi3E7P7hMZLoK/cc566Lp3PnhqJnm2CBkA3s1gxHPHaiyhFOiw','2026-11-26T03:39:53.850Z','2026-11-26T03:39:53.850Z');
CREATE TABLE IF NOT EXISTS "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null);
CREATE TABLE IF NOT EXISTS "twoFactor" ("id" text not null primary key, "secret" text not null, "backupCodes" text not null, "userId" text not null references "user" ("id") on delete cascade, "verified" integer, "failedVerificationCount" integer, "lockedUntil" date);
CREATE INDEX sign_in_try_since ON sign_in_try (since);
CREATE INDEX audit_action ON audit (action, at, id);
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
CREATE INDEX service_request_due ON service_request (account, (due_at IS NULL), due_at, id);
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
CREATE INDEX agent_by_name ON agent (account, (name_key IS NULL), name_key, id);
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
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE INDEX "verification_identifier_idx" on "verification" ("identifier");
CREATE INDEX "twoFactor_secret_idx" on "twoFactor" ("secret");
CREATE INDEX "twoFactor_userId_idx" on "twoFactor" ("userId");
COMMIT;
