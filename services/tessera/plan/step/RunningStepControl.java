package tessera.plan.step;

import java.time.Duration;

/** A listener to a running step, which can also ask it to give up between two requests. */
public interface RunningStepControl {

    /** Receives what the step waits for, whenever that changes. Fit to show. */
    void onWaiting(String text);

    /**
     * Waits before the next request; returns false to give up.
     *
     * @return whether to go on; false once it was given up
     */
    boolean pause(Duration time) throws InterruptedException;
}
