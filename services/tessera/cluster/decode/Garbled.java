package tessera.cluster.decode;

import java.io.IOException;
import java.io.Serial;

/** Thrown when bytes are not the JSON they should be. */
public final class Garbled extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    public Garbled(String what) {
        super(what);
    }
}
