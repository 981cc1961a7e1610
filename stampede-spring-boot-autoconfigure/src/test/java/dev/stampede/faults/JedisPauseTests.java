package dev.stampede.faults;

class JedisPauseTests extends PauseContract {

	@Override
	String driver() {
		return "jedis";
	}

}
