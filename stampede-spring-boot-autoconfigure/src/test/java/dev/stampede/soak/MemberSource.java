package dev.stampede.soak;

import dev.stampede.testing.fleet.SourceClient;

/**
 * The {@link SoakSource} as a member sees it, which tells it what entitles the member to
 * read.
 *
 * @param member the name of the member
 * @param grants what entitles it to read
 * @param client the client of the source
 */
record MemberSource(String member, Grants grants, SourceClient client) {

	String read(SoakCache cache, int key) {
		return this.client.read(
				String.join(" ", this.member, cache.name(), String.valueOf(key), String.valueOf(this.grants.count())));
	}

}
