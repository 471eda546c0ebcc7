package tessera.demo.control.container;

import java.io.InputStream;

/** A reproducible stream of bytes that resemble model weights. */
final class SimulatedModelWeightStream extends InputStream {

    private long remaining;
    private long state = 42;

    SimulatedModelWeightStream(long size) {
        remaining = size;
    }

    @Override
    public int read() {
        if (remaining == 0) {
            return -1;
        }
        remaining--;
        state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        return (int) (state >>> 56);
    }

    @Override
    public int read(byte[] target, int from, int length) {
        int count = (int) Math.min(length, remaining);
        for (int at = 0; at < count; at++) {
            target[from + at] = (byte) read();
        }
        return count == 0 && length > 0 ? -1 : count;
    }
}
