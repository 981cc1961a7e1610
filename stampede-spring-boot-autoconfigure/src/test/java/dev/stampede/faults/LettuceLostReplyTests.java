package dev.stampede.faults;

class LettuceLostReplyTests extends LostReplyContract {

	@Override
	String driver() {
		return "lettuce";
	}

}
