package tessera.demo.fleet.plan;

import java.util.HexFormat;
import java.util.UUID;

/**
 * Everything that is random in the fleet. Each answer follows from the seed and the question alone, so that it does not
 * matter in which order questions are asked.
 */
public final class Mint {

    /** The letters that Kubernetes ends generated names with. */
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private final long seed;

    public Mint(long seed) {
        this.seed = mix(seed);
    }

    public String uid(String kind, String namespace, String name) {
        long high = hash(kind + "/" + namespace + "/" + name);
        long low = mix(high + 1);
        return new UUID((high & ~0xF000L) | 0x4000L, (low >>> 2) | Long.MIN_VALUE).toString();
    }

    /** The end of a generated name. */
    public String letters(String what, int length) {
        long hash = hash(what);
        var letters = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            letters.append(LETTERS.charAt((int) Long.remainderUnsigned(hash, LETTERS.length())));
            hash = mix(hash);
        }
        return letters.toString();
    }

    /** So many hexadecimal digits, as image digests and container ids have them. */
    public String hex(String what, int digits) {
        long hash = hash(what);
        var hex = new StringBuilder(digits + 16);
        while (hex.length() < digits) {
            hex.append(HexFormat.of().toHexDigits(hash));
            hash = mix(hash);
        }
        return hex.substring(0, digits);
    }

    /** A number from 0 to less than the bound. */
    public int number(String what, int bound) {
        return (int) Long.remainderUnsigned(hash(what), bound);
    }

    private long hash(String text) {
        long hash = seed;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return mix(hash);
    }

    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
