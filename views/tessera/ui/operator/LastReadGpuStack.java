package tessera.ui.operator;

import java.util.Optional;
import tessera.model.Problem;
import tessera.stack.GpuStackObjects;

/**
 * Objects of the GPU stack as last read, or the problem with reading them.
 *
 * @param objects empty before they were read once
 * @param problem why the last reading failed; empty where it did not
 */
record LastReadGpuStack(Optional<GpuStackObjects> objects, Optional<Problem> problem) {

    static final LastReadGpuStack NOTHING = new LastReadGpuStack(Optional.empty(), Optional.empty());

    LastReadGpuStack withObjects(GpuStackObjects latestStackObjects) {
        return new LastReadGpuStack(Optional.of(latestStackObjects), Optional.empty());
    }

    /** Returns the sighting with a problem; known objects stay. */
    LastReadGpuStack withProblem(Problem problem) {
        return new LastReadGpuStack(objects, Optional.of(problem));
    }

    boolean isPending() {
        return objects.isEmpty() && problem.isEmpty();
    }
}
