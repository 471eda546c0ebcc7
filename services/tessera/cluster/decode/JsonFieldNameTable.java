package tessera.cluster.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A table of names to look for, found by their fingerprints. A name's number is its place in the list.
 *
 * <p>Two names with one fingerprint would be taken for each other. That does not happen by chance, and a server that
 * contrived it could have written the other name just as well.
 */
final class JsonFieldNameTable {

    /** None of those that are looked for. */
    static final int OTHER = -1;

    private static final int ROOM = 8;
    /** All tables there are, so that one number can say which field of which. */
    private static final List<JsonFieldNameTable> TABLES = new CopyOnWriteArrayList<>();
    private static final int PLACE_BITS = 8;

    private final List<String> names;
    private final long[] prints;
    /** For some bits of a fingerprint the only name that can have it. */
    private final byte[] nameIndexes;
    private final int shift;
    private final int first;

    private JsonFieldNameTable(List<String> names) {
        this.names = names;
        prints = names.stream().mapToLong(name -> ByteSearch.fingerprintOf(name.getBytes(StandardCharsets.US_ASCII)))
                .toArray();
        nameIndexes = new byte[Integer.highestOneBit(names.size()) * ROOM];
        int tried = 0;
        while (!fillPlaces(tried)) {
            tried++;
        }
        shift = tried;
        synchronized (TABLES) {
            first = TABLES.size() << PLACE_BITS;
            TABLES.add(this);
        }
    }

    static JsonFieldNameTable of(String... names) {
        return new JsonFieldNameTable(List.of(names));
    }

    static JsonFieldNameTable of(List<String> names) {
        return new JsonFieldNameTable(names);
    }

    private boolean fillPlaces(int bits) {
        if (bits == Long.SIZE) {
            throw new IllegalArgumentException("too many names: " + names);
        }
        Arrays.fill(nameIndexes, (byte) -1);
        for (int i = 0; i < prints.length; i++) {
            int position = (int) (prints[i] >>> bits) & (nameIndexes.length - 1);
            if (nameIndexes[position] >= 0) {
                return false;
            }
            nameIndexes[position] = (byte) i;
        }
        return true;
    }

    /** Returns the number of the name with a fingerprint; {@link #OTHER} when it is not in the table. */
    int find(long print) {
        int candidate = nameIndexes[(int) (print >>> shift) & (nameIndexes.length - 1)];
        return candidate >= 0 && prints[candidate] == print ? candidate : OTHER;
    }

    /** Returns a number that no field of another table has. */
    int place(int number) {
        return first | number;
    }

    /** Returns the name of the field that has a {@linkplain #place place}. */
    static String nameOf(int position) {
        return TABLES.get(position >>> PLACE_BITS).nameAt(position & (1 << PLACE_BITS) - 1);
    }

    String nameAt(int number) {
        return names.get(number);
    }

    int find(String name) {
        return names.indexOf(name);
    }
}
