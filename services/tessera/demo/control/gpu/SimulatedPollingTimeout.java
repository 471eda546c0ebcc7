package tessera.demo.control.gpu;

import java.time.Duration;

/**
 * A time limit counted in checks, so that it stretches where the machine is too slow for the cluster's pace.
 */
final class SimulatedPollingTimeout {

    private Duration left;

    SimulatedPollingTimeout(Duration left) {
        this.left = left;
    }

    /** Returns whether the limit is reached after another wait of this length. */
    boolean endsAfter(Duration another) {
        left = left.minus(another);
        return left.isNegative();
    }
}
