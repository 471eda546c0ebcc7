package tessera.plan.step;

import java.util.List;

/**
 * The server's dry run of a step.
 *
 * @param before    the object as YAML; empty when it does not exist yet
 * @param after     the object as YAML; empty when it would be gone
 * @param conflicts fields that somebody else owns, as the server says it
 */
public record PlanStepDryRunResult(String before, String after, List<String> conflicts) {

    public PlanStepDryRunResult {
        conflicts = List.copyOf(conflicts);
    }
}
