package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Where a program writes and reads, and how it lets time pass. */
interface ProgramConsole {

    void out(String text) throws IOException;

    void err(String text) throws IOException;

    /** Writes bytes as they are. */
    void raw(byte[] bytes) throws IOException;

    /** What is sent to the program. */
    InputStream in();

    /** Rows and columns of the terminal, as {@code stty size} tells them; empty where there is none. */
    String size();

    void pause(Duration time) throws InterruptedException;

    /** The pauses that programs make here. */
    ProgramPauses pauses();
}
