package tessera.demo.control.container;

import java.time.Duration;

/** The pauses of a program, which somebody else may end. To interrupt its thread could hit it while it writes. */
final class ProgramPauses {

    private boolean ended;

    /** Ends the pause that is made, or the next. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Another program begins. */
    synchronized void renew() {
        ended = false;
    }

    /** @throws InterruptedException if it was ended early */
    synchronized void make(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !ended; left = end - System.nanoTime()) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        if (ended) {
            throw new InterruptedException("somebody ended it");
        }
    }
}
