package tessera.demo.api.kubelet;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.BiConsumer;

/** The remote streams of a command. */
public interface SimulatedCommandStreams {

    /** Returns what the client types; it ends when the client closes it or disconnects. */
    InputStream stdin();

    OutputStream stdout();

    OutputStream stderr();

    /** Registers a listener for columns and rows whenever the client's window changes. */
    void onResize(BiConsumer<Integer, Integer> listener);
}
