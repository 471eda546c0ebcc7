package tessera.ui.operator;

import java.util.Optional;
import tessera.model.Problem;
import tessera.stack.StackObjects;

/**
 * What was last read of the objects of the GPU stack.
 *
 * @param objects empty before they were read once
 * @param problem why the last reading failed; empty where it did not
 */
record StackSighting(Optional<StackObjects> objects, Optional<Problem> problem) {

    static final StackSighting NOTHING = new StackSighting(Optional.empty(), Optional.empty());

    StackSighting with(StackObjects newest) {
        return new StackSighting(Optional.of(newest), Optional.empty());
    }

    /** What was known stays. */
    StackSighting without(Problem why) {
        return new StackSighting(objects, Optional.of(why));
    }

    boolean awaited() {
        return objects.isEmpty() && problem.isEmpty();
    }
}
