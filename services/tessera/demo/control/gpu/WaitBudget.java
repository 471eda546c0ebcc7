package tessera.demo.control.gpu;

import java.time.Duration;

/**
 * How long something is still waited for, counted in looks at it: where the machine is too slow for the cluster's pace, what
 * is waited for takes longer, too, and must not fail for that.
 */
final class WaitBudget {

    private Duration left;

    WaitBudget(Duration left) {
        this.left = left;
    }

    /** Whether nothing is left once it has been waited for so long again. */
    boolean endsAfter(Duration another) {
        left = left.minus(another);
        return left.isNegative();
    }
}
