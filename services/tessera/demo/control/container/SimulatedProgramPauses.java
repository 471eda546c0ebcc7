package tessera.demo.control.container;

import java.time.Duration;

/** The pauses of a program, which another thread may end. To interrupt its thread could hit it while it writes. */
final class SimulatedProgramPauses {

    private boolean interrupted;

    /** Ends the current pause, or the next one. */
    synchronized void end() {
        interrupted = true;
        notifyAll();
    }

    /** Resets the pauses for the next program. */
    synchronized void reset() {
        interrupted = false;
    }

    /** @throws InterruptedException if it was ended early */
    synchronized void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long remaining = time.toNanos(); remaining > 0 && !interrupted; remaining = end - System.nanoTime()) {
            wait(remaining / 1_000_000, (int) (remaining % 1_000_000));
        }
        if (interrupted) {
            throw new InterruptedException("somebody ended it");
        }
    }
}
