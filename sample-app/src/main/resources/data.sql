INSERT INTO card_set (code, name, released_on)
SELECT code, name, released_on FROM (VALUES
	('EMS0', 'Ember Shore', DATE '2019-03-01'),
	('EMS1', 'Ember Shore: Low Tide', DATE '2019-09-06'),
	('EMS2', 'Ember Shore: Driftwood', DATE '2020-02-07'),
	('EMS3', 'Ember Shore: Salt and Ash', DATE '2020-10-02'),
	('EMS4', 'Ember Shore: The Lighthouse', DATE '2021-04-16'),
	('EMS5', 'Ember Shore: Storm Warning', DATE '2021-11-05'),
	('EMS6', 'Ember Shore: Undertow', DATE '2023-02-10'),
	('EMS7', 'Ember Shore: Last Harbour', DATE '2023-09-08')
) AS sets (code, name, released_on)
WHERE NOT EXISTS (SELECT 1 FROM card_set);

INSERT INTO order_line (id, set_code, card_number, quantity, price_cents)
SELECT n, CONCAT('EMS', MOD(n, 8)), 1 + MOD(n / 8 * 7 + n / 960, 120), 1 + MOD(n, 3), 25 + 5 * MOD(n, 400)
FROM generate_series(1, 200000) AS numbers (n)
WHERE NOT EXISTS (SELECT 1 FROM order_line);
