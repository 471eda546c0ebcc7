package tessera.cluster.decode;

import java.io.IOException;

/** A part of an object while it is being read; used again for the next object. */
interface RefillableJsonPartDecoder {

    /** Reads the part from just after its opening brace to its end, and forgets the former content. */
    void read(JsonScanner json, StringPool strings) throws IOException;
}
