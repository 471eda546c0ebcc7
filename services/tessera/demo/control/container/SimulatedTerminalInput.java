package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The keys typed at a terminal, one byte at a time, which may interrupt the running program. */
final class SimulatedTerminalInput {

    private static final int INTERRUPT = 3;
    private static final int END = -1;

    private final InputStream input;
    private final SimulatedProgramPauses pauses;
    private final BlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
    private boolean busy;
    private boolean interrupted;

    /** @param pauses of the programs that are interrupted */
    SimulatedTerminalInput(InputStream input, SimulatedProgramPauses pauses) {
        this.input = input;
        this.pauses = pauses;
    }

    void start() {
        Thread.ofVirtual().name("keyboard").start(this::readKeys);
    }

    private void readKeys() {
        try {
            for (int key = input.read(); key >= 0; key = input.read()) {
                if (key != INTERRUPT || !interruptProgram()) {
                    keys.add(key);
                }
            }
        } catch (IOException gone) {
            // whoever typed has gone, which is the end of the input
        }
        keys.add(END);
        // Who hangs up ends what runs.
        interruptProgram();
    }

    private synchronized boolean interruptProgram() {
        if (busy) {
            interrupted = true;
            pauses.end();
        }
        return busy;
    }

    /** Returns the next key; negative after the last one. */
    int nextKey() throws InterruptedException {
        return keys.take();
    }

    /** Marks the beginning of a program. */
    synchronized void beginProgram() {
        busy = true;
        interrupted = false;
        pauses.reset();
    }

    /** Returns whether a key has interrupted the program. */
    synchronized boolean wasInterrupted() {
        return interrupted;
    }

    /** Marks the end of the program. */
    synchronized void endProgram() {
        busy = false;
    }
}
