package tessera.metrics.prometheus;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test with a Prometheus that answers what the test wants, and the client that asks it. */
abstract class AskingTest {

    Asking asking;

    @BeforeEach
    void begin() throws Exception {
        asking = new Asking(Asking.PATIENCE);
    }

    @AfterEach
    void end() throws Exception {
        asking.close();
    }
}
