-- Spreads the tables of an empty database over the workers of Citus. Run it once, behind `migrate up` without
-- `--partitions`. Events and what belongs to them are placed by agenda, so that a statement on an agenda has one worker.

-- Every worker has a copy of these: searches join events to them.
SELECT create_reference_table('agenda');
SELECT create_reference_table('agenda_location');
SELECT create_reference_table('agenda_location_word_4_7');

SELECT create_distributed_table('agenda_event', 'agenda_uid', colocate_with => 'none');
SELECT create_distributed_table('agenda_event_document', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_event_history', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_slot', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_ext_id', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_filter_term', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_filter_number', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_word_count', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_event_text_4_7', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_event_fulltext', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_availability', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_tombstone', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_change', 'agenda_uid', colocate_with => 'agenda_event');
SELECT create_distributed_table('agenda_change_floor', 'agenda_uid', colocate_with => 'agenda_event');

-- Look-ups of the agenda of an event, each by its own key.
SELECT create_distributed_table('agenda_event_uid', 'uid', colocate_with => 'none');
SELECT create_distributed_table('agenda_event_slug', 'slug', colocate_with => 'none');

-- These stay on the coordinator:
-- local: agenda_change_log
-- local: agenda_clock
-- local: agenda_consumer
-- local: agenda_consumer_parked
-- local: agenda_consumer_place
-- local: agenda_database
-- local: agenda_former_position
-- local: agenda_geocoding
-- local: agenda_geocoding_turn
-- local: agenda_idempotency
-- local: agenda_image
-- local: agenda_image_use
-- local: agenda_invitation
-- local: agenda_key
-- local: agenda_key_use
-- local: agenda_location_ext_id
-- local: agenda_location_set
-- local: agenda_member
-- local: agenda_migration
-- local: agenda_network
-- local: agenda_rate_count
-- local: agenda_removal
-- local: agenda_revision
-- local: agenda_secret
-- local: agenda_title_word
-- local: agenda_token
-- local: agenda_user
-- local: agenda_webhook
-- local: agenda_webhook_delivery
