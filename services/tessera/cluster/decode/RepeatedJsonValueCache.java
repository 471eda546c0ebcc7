package tessera.cluster.decode;

import java.io.IOException;
import tessera.cluster.decode.BoundedJsonCollectionReader.JsonItemReader;

/** A part of which one object has the same as the object before it, and which is then read no second time. */
final class RepeatedJsonValueCache<T> {

    private byte[] bytes = {};
    private T value;

    /** @param none what there is before anything was read */
    RepeatedJsonValueCache(T none) {
        value = none;
    }

    T read(JsonScanner json, JsonItemReader<T> read) throws IOException {
        if (!json.pass(bytes)) {
            long from = json.place();
            value = read.read(json);
            bytes = json.since(from);
        }
        return value;
    }
}
