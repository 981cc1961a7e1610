package dev.stampede.faults;

class LettuceServerFaultTests extends ServerFaultContract {

	@Override
	String driver() {
		return "lettuce";
	}

}
