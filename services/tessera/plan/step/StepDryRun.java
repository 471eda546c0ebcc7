package tessera.plan.step;

import java.util.List;

/**
 * What the server says a step would do, from its own dry run.
 *
 * @param before    the object as YAML; empty when it does not exist yet
 * @param after     the object as YAML; empty when it would be gone
 * @param conflicts fields that somebody else owns, as the server says it
 */
public record StepDryRun(String before, String after, List<String> conflicts) {

    public StepDryRun {
        conflicts = List.copyOf(conflicts);
    }
}
