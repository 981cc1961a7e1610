package dev.stampede.faults;

class JedisLostReplyTests extends LostReplyContract {

	@Override
	String driver() {
		return "jedis";
	}

}
