package tessera.cluster.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The names somebody looks for, found by their bytes. A name's number is its place in the list. */
final class Fields {

    private final List<String> names;
    private final byte[][] bytes;
    /** For each length, the numbers of the names of that length. */
    private final int[][] byLength;

    private Fields(List<String> names) {
        this.names = names;
        bytes = names.stream().map(name -> name.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        byLength = new int[longest + 1][0];
        for (int i = 0; i < bytes.length; i++) {
            int length = bytes[i].length;
            byLength[length] = Arrays.copyOf(byLength[length], byLength[length].length + 1);
            byLength[length][byLength[length].length - 1] = i;
        }
    }

    static Fields of(String... names) {
        return new Fields(List.of(names));
    }

    /** The number of a name; {@link JsonScanner#OTHER} when nobody looks for it. */
    int find(byte[] buffer, int from, int to) {
        int length = to - from;
        if (length >= byLength.length) {
            return JsonScanner.OTHER;
        }
        for (int candidate : byLength[length]) {
            if (Arrays.equals(bytes[candidate], 0, length, buffer, from, to)) {
                return candidate;
            }
        }
        return JsonScanner.OTHER;
    }

    int find(String name) {
        return names.indexOf(name);
    }
}
