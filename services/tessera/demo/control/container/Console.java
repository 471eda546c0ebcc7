package tessera.demo.control.container;

import java.io.IOException;
import java.time.Duration;

/** Where a program writes, and how it lets time pass. */
interface Console {

    void out(String text) throws IOException;

    void err(String text) throws IOException;

    void pause(Duration time) throws InterruptedException;
}
