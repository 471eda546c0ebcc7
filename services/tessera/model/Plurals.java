package tessera.model;

/** Things with their number, in words. */
public final class Plurals {

    private Plurals() {}

    /** For example {@code 1 node} and {@code 3 nodes}. */
    public static String of(long number, String noun) {
        return "%d %s%s".formatted(number, noun, number == 1 ? "" : "s");
    }
}
