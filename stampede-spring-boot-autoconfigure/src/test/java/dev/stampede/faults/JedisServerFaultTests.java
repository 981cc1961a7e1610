package dev.stampede.faults;

class JedisServerFaultTests extends ServerFaultContract {

	@Override
	String driver() {
		return "jedis";
	}

}
