package tessera.plan;

import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/**
 * The change of one object, from the server's dry run where available.
 *
 * @param before    as YAML; empty when it does not exist yet, or could not be rehearsed
 * @param after     as YAML; empty when it would be gone, or could not be rehearsed
 * @param diff      both as a unified diff; empty when they are the same
 * @param conflicts fields that somebody else owns, as the server says it
 * @param problem   why the server would refuse it
 * @param dryRun     whether the server was asked at all; what goes into a namespace that is only made is shown as it is sent
 */
public record ObjectChangePreview(ObjectRef object, String before, String after, String diff, List<String> conflicts,
        Optional<Problem> problem, boolean dryRun) {

    public ObjectChangePreview {
        conflicts = List.copyOf(conflicts);
    }
}
