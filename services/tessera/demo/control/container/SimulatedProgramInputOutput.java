package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** A program's output, input, terminal size and pauses. */
interface SimulatedProgramInputOutput {

    void printOutput(String text) throws IOException;

    void printError(String text) throws IOException;

    /** Writes bytes unchanged. */
    void writeBytes(byte[] bytes) throws IOException;

    /** Returns the input sent to the program. */
    InputStream input();

    /** Returns rows and columns of the terminal as {@code stty size} prints them; empty if there is none. */
    String terminalSize();

    void pause(Duration time) throws InterruptedException;

    /** Returns the pauses of the programs on this console. */
    SimulatedProgramPauses pauses();
}
