package tessera.demo.control.container;

import java.io.InputStream;

/** Bytes that look like the numbers of a model, always the same, made as they are read. */
final class WeightBytes extends InputStream {

    private long left;
    private long state = 42;

    WeightBytes(long size) {
        left = size;
    }

    @Override
    public int read() {
        if (left == 0) {
            return -1;
        }
        left--;
        state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        return (int) (state >>> 56);
    }

    @Override
    public int read(byte[] target, int from, int length) {
        int count = (int) Math.min(length, left);
        for (int at = 0; at < count; at++) {
            target[from + at] = (byte) read();
        }
        return count == 0 && length > 0 ? -1 : count;
    }
}
