package tessera.demo.api.read;

import java.io.IOException;

/** Receiver of the encoded events of a watch. */
interface SimulatedWatchEventSink {

    void send(byte[] event) throws IOException;

    /** Flushes the events sent so far to the client. */
    void flush() throws IOException;
}
