package tessera.model;

/** Nouns with their number, in words. */
public final class Plurals {

    private Plurals() {}

    /** Returns the number and the noun, for example {@code 1 node} and {@code 3 nodes}. */
    public static String countText(long number, String noun) {
        return "%d %s%s".formatted(number, noun, number == 1 ? "" : "s");
    }
}
