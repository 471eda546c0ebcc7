package tessera.cluster.decode;

import java.io.InputStream;
import java.util.random.RandomGenerator;

/** Bytes that arrive in pieces of all sizes. */
final class Trickle extends InputStream {

    private final byte[] bytes;
    private final RandomGenerator random;
    private int at;

    Trickle(byte[] bytes, RandomGenerator random) {
        this.bytes = bytes;
        this.random = random;
    }

    @Override
    public int read() {
        return at < bytes.length ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int length) {
        if (at == bytes.length) {
            return -1;
        }
        int maximum = Math.min(length, bytes.length - at);
        int count = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(maximum);
        System.arraycopy(bytes, at, target, from, count);
        at += count;
        return count;
    }
}
