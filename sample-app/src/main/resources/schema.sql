CREATE TABLE IF NOT EXISTS card_set (
	code VARCHAR(8) PRIMARY KEY,
	name VARCHAR(40) NOT NULL,
	released_on DATE NOT NULL
);

-- No index on the set: adding up the sales of one set reads every order line.
CREATE TABLE IF NOT EXISTS order_line (
	id INTEGER PRIMARY KEY,
	set_code VARCHAR(8) NOT NULL,
	card_number INTEGER NOT NULL,
	quantity INTEGER NOT NULL,
	price_cents INTEGER NOT NULL
);
