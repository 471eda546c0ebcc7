package tessera.cluster.helm;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Fields of a message in protobuf, the form in which Helm writes Secrets. */
record ProtobufMessage(ByteBuffer bytes) {

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int RAW = 2;
    private static final int BITS = 7;
    private static final int MORE = 0x80;

    /** The object in what a client of Kubernetes sends; empty where that is of another form. */
    static List<ProtobufMessage> object(byte[] body) throws IOException {
        if (body.length < MAGIC.length || !ByteBuffer.wrap(MAGIC).equals(ByteBuffer.wrap(body, 0, MAGIC.length))) {
            return List.of();
        }
        return new ProtobufMessage(ByteBuffer.wrap(body, MAGIC.length, body.length - MAGIC.length).slice()).fields(RAW);
    }

    /** The messages, texts or bytes under a number. */
    List<ProtobufMessage> fields(int number) throws IOException {
        var found = new ArrayList<ProtobufMessage>();
        var rest = bytes.duplicate();
        try {
            while (rest.hasRemaining()) {
                long tag = varint(rest);
                var field = field(rest, (int) (tag & 7));
                if (tag >>> 3 == number) {
                    found.add(new ProtobufMessage(field));
                }
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException("a message in protobuf is cut", e);
        }
        return found;
    }

    private static ByteBuffer field(ByteBuffer rest, int type) throws IOException {
        int length = switch (type) {
            case 0 -> {
                varint(rest);
                yield 0;
            }
            case 1 -> Long.BYTES;
            case 2 -> Math.toIntExact(varint(rest));
            case 5 -> Integer.BYTES;
            default -> throw new IOException("a message in protobuf has a field of an unknown type");
        };
        var field = rest.slice(rest.position(), length);
        rest.position(rest.position() + length);
        return field;
    }

    private static long varint(ByteBuffer rest) {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = rest.get();
            value |= (long) (next & (MORE - 1)) << shift;
            shift += BITS;
        } while ((next & MORE) != 0 && shift < Long.SIZE);
        return value;
    }

    /** What it holds if it is none but bytes. */
    byte[] content() {
        var content = new byte[bytes.remaining()];
        bytes.duplicate().get(content);
        return content;
    }
}
