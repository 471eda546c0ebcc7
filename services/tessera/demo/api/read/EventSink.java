package tessera.demo.api.read;

import java.io.IOException;

/** Where the events of a watch go. */
interface EventSink {

    void send(byte[] event) throws IOException;

    /** Nothing more is at hand: what was sent should arrive. */
    void flush() throws IOException;
}
