package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What is typed at a terminal, one byte after the other; a program that runs is interrupted from here. */
final class TerminalKeyboard {

    private static final int INTERRUPT = 3;
    private static final int END = -1;

    private final InputStream typed;
    private final ProgramPauses pauses;
    private final BlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
    private boolean busy;
    private boolean interrupted;

    /** @param pauses of the programs that are interrupted */
    TerminalKeyboard(InputStream typed, ProgramPauses pauses) {
        this.typed = typed;
        this.pauses = pauses;
    }

    void start() {
        Thread.ofVirtual().name("keyboard").start(this::listen);
    }

    private void listen() {
        try {
            for (int key = typed.read(); key >= 0; key = typed.read()) {
                if (key != INTERRUPT || !interrupt()) {
                    keys.add(key);
                }
            }
        } catch (IOException gone) {
            // whoever typed has gone, which is the end of the input
        }
        keys.add(END);
        // Who hangs up ends what runs.
        interrupt();
    }

    private synchronized boolean interrupt() {
        if (busy) {
            interrupted = true;
            pauses.end();
        }
        return busy;
    }

    /** The next key; negative after the last one. */
    int next() throws InterruptedException {
        return keys.take();
    }

    /** A program runs from now on. */
    synchronized void busy() {
        busy = true;
        interrupted = false;
        pauses.renew();
    }

    /** Whether it was a key that interrupted it. */
    synchronized boolean interrupted() {
        return interrupted;
    }

    /** No program runs any more. */
    synchronized void idle() {
        busy = false;
    }
}
