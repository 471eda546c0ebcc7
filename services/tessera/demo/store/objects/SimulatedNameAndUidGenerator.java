package tessera.demo.store.objects;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** New names and identifiers. The same seed gives the same ones. */
public record SimulatedNameAndUidGenerator(RandomGenerator random) {

    /** Without vowels and lookalikes, so that no words come out. */
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;

    /** Returns five characters that make a name unique. */
    public synchronized String randomSuffix() {
        var suffix = new StringBuilder(SUFFIX);
        for (int i = 0; i < SUFFIX; i++) {
            suffix.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return suffix.toString();
    }

    public synchronized String randomUid() {
        long high = (random.nextLong() & 0xffffffffffff0fffL) | 0x4000L;
        long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }
}
