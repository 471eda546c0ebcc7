package tessera.doctor;

import java.time.Duration;
import java.util.Optional;
import tessera.plan.node.MigChangeProblem;
import tessera.text.Reason;

/** The headline of a finding. */
sealed interface FindingHeadline extends Reason {

    /**
     * The headline of an entry of the matrix.
     *
     * @param symptom id of the entry
     */
    record KnownSymptom(String symptom, String headline) implements FindingHeadline {}

    /**
     * A broken component of the GPU stack on a node.
     *
     * @param failure code of the failure
     */
    record ComponentBrokenOnNode(String node, String failure, String headline) implements FindingHeadline {}

    /**
     * A MIG change of a node that needs attention.
     *
     * @param age the time since the change was requested
     */
    record MigChangeOfNode(String node, MigChangeProblem problem, Optional<Duration> age) implements FindingHeadline {}
}
