package tessera.plan.step;

import java.time.Duration;

/** Who stands by while a step is done: hears what it waits for, and may have it given up between two requests. */
public interface StepListener {

    /** Told what is being waited for, whenever that is something else. Fit to show. */
    void hear(String words);

    /**
     * Waits before the next request.
     *
     * @return whether to go on; false once it was given up
     */
    boolean pause(Duration time) throws InterruptedException;
}
