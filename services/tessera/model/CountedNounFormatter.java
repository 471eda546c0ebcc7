package tessera.model;

/** Nouns with their number, in words. */
public final class CountedNounFormatter {

    private static final String VOWELS = "aeiou";

    private CountedNounFormatter() {}

    /** Returns the number and the noun, for example {@code 1 node} and {@code 3 nodes}. */
    public static String countText(long number, String noun) {
        return number + " " + (number == 1 ? noun : pluralOf(noun));
    }

    /** Returns the plural of a noun or kind: {@code nodes}, {@code DeviceClasses}, {@code ClusterPolicies}, {@code gateways}. */
    public static String pluralOf(String noun) {
        int last = noun.length() - 1;
        if (noun.endsWith("y") && last > 0 && VOWELS.indexOf(noun.charAt(last - 1)) < 0) {
            return noun.substring(0, last) + "ies";
        }
        boolean hissing = noun.endsWith("s") || noun.endsWith("x") || noun.endsWith("ch");
        return noun + (hissing ? "es" : "s");
    }
}
