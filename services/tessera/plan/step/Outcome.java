package tessera.plan.step;

import tessera.model.Problem;

/** What became of a step. */
public sealed interface Outcome {

    /**
     * Surely done.
     *
     * @param words what the cluster says now, fit to show; may be empty
     */
    record Done(String words) implements Outcome {}

    /** Surely not done. */
    record Failed(Problem problem) implements Outcome {}

    /** It may have been done or not: the answer never came. */
    record Unknown(Problem problem) implements Outcome {}

    /** The user did not want to wait any longer; surely not done. */
    record GivenUp() implements Outcome {}
}
