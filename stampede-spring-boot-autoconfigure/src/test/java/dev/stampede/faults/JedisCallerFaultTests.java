package dev.stampede.faults;

class JedisCallerFaultTests extends CallerFaultContract {

	@Override
	String driver() {
		return "jedis";
	}

}
