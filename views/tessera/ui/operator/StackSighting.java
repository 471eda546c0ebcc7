package tessera.ui.operator;

import java.util.Optional;
import tessera.model.Problem;
import tessera.stack.StackObjects;

/**
 * Objects of the GPU stack as last read, or the problem with reading them.
 *
 * @param objects empty before they were read once
 * @param problem why the last reading failed; empty where it did not
 */
record StackSighting(Optional<StackObjects> objects, Optional<Problem> problem) {

    static final StackSighting NOTHING = new StackSighting(Optional.empty(), Optional.empty());

    StackSighting withObjects(StackObjects newest) {
        return new StackSighting(Optional.of(newest), Optional.empty());
    }

    /** Returns the sighting with a problem; known objects stay. */
    StackSighting withProblem(Problem problem) {
        return new StackSighting(objects, Optional.of(problem));
    }

    boolean isPending() {
        return objects.isEmpty() && problem.isEmpty();
    }
}
