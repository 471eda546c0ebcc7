import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is compiled into a native library that Go made, as Go writes it down there: a mark, then the version of Go and a list of
 * modules, each behind its length.
 *
 * @param go      the version of Go, whose own library is in it, too
 * @param modules what it was made of
 */
record GoModules(String go, List<Module> modules) {

    /** What the library of Go is called among modules. */
    static final String STANDARD = "stdlib";
    private static final byte[] MARK = "\377 Go buildinf:".getBytes(StandardCharsets.ISO_8859_1);
    private static final int ALIGNED = 16;
    private static final int FLAGS = 15;
    /** Texts follow the head; before Go 1.18 it pointed to them. */
    private static final int INLINE = 2;
    private static final int HEAD = 32;
    /** Before and after the list. */
    private static final int SENTINEL = 16;

    /**
     * One that is compiled in.
     *
     * @param instead what it takes the place of; empty as a rule
     */
    record Module(String name, String version, String instead) {

        String words() {
            return name + " " + version + (instead.isEmpty() ? "" : ", in the place of " + instead);
        }
    }

    /** All that is compiled in, the library of Go first. */
    List<Module> all() {
        var all = new ArrayList<Module>();
        all.add(new Module(STANDARD, go.replaceFirst("^go", ""), ""));
        all.addAll(modules);
        return all;
    }

    /** Empty where it was not made by Go, or before Go 1.18. */
    static Optional<GoModules> of(byte[] library) {
        for (int place = 0; place + HEAD < library.length; place += ALIGNED) {
            if (Arrays.equals(library, place, place + MARK.length, MARK, 0, MARK.length)
                    && (library[place + FLAGS] & INLINE) != 0) {
                var version = new Text(library, place + HEAD);
                var list = new Text(library, version.end()).value();
                return Optional.of(new GoModules(version.value(),
                        modules(list.substring(SENTINEL, list.length() - SENTINEL))));
            }
        }
        return Optional.empty();
    }

    /** One that takes the place of another follows it. */
    private static List<Module> modules(String list) {
        var modules = new ArrayList<Module>();
        for (var line : list.split("\n")) {
            var words = line.split("\t");
            if (words.length > 2 && words[0].equals("=>")) {
                modules.set(modules.size() - 1, new Module(words[1], words[2], modules.getLast().words()));
            } else if (words.length > 2 && words[0].matches("mod|dep")) {
                modules.add(new Module(words[1], words[2], ""));
            }
        }
        return modules;
    }

    /** A text behind its length, of which each byte holds seven bits, the lowest first. */
    private record Text(byte[] library, int start) {

        private int first() {
            int place = start;
            while (library[place] < 0) {
                place++;
            }
            return place + 1;
        }

        int end() {
            int length = 0;
            for (int place = start; place < first(); place++) {
                length |= (library[place] & 0x7f) << 7 * (place - start);
            }
            return first() + length;
        }

        String value() {
            return new String(library, first(), end() - first(), StandardCharsets.ISO_8859_1);
        }
    }
}
