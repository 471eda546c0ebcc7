package tessera.demo.api.kubelet;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.BiConsumer;

/** The streams of a command, as a client far away holds them. */
public interface RemoteTerminal {

    /** What the client types; ends when it has no more to say, or goes. */
    InputStream stdin();

    OutputStream stdout();

    OutputStream stderr();

    /** Tells columns and rows whenever the client's window changes. */
    void onResize(BiConsumer<Integer, Integer> listener);
}
