package tessera.cluster.helm;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The fields of a protobuf message, the encoding in which Helm writes Secrets. */
record ProtobufMessage(ByteBuffer bytes) {

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int RAW = 2;
    private static final int BITS = 7;
    private static final int MORE = 0x80;

    /** Returns the object in a request body of a Kubernetes client; empty if the body is not protobuf. */
    static List<ProtobufMessage> parseObject(byte[] body) throws IOException {
        if (body.length < MAGIC.length || !ByteBuffer.wrap(MAGIC).equals(ByteBuffer.wrap(body, 0, MAGIC.length))) {
            return List.of();
        }
        return new ProtobufMessage(ByteBuffer.wrap(body, MAGIC.length, body.length - MAGIC.length).slice())
                .fieldsOf(RAW);
    }

    /** Returns the messages, texts or bytes under a field number. */
    List<ProtobufMessage> fieldsOf(int number) throws IOException {
        var found = new ArrayList<ProtobufMessage>();
        var rest = bytes.duplicate();
        try {
            while (rest.hasRemaining()) {
                long tag = readVarint(rest);
                var field = readField(rest, (int) (tag & 7));
                if (tag >>> 3 == number) {
                    found.add(new ProtobufMessage(field));
                }
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException("a message in protobuf is cut", e);
        }
        return found;
    }

    private static ByteBuffer readField(ByteBuffer rest, int type) throws IOException {
        int length = switch (type) {
            case 0 -> {
                readVarint(rest);
                yield 0;
            }
            case 1 -> Long.BYTES;
            case 2 -> Math.toIntExact(readVarint(rest));
            case 5 -> Integer.BYTES;
            default -> throw new IOException("a message in protobuf has a field of an unknown type");
        };
        var field = rest.slice(rest.position(), length);
        rest.position(rest.position() + length);
        return field;
    }

    private static long readVarint(ByteBuffer rest) {
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

    /** Returns the raw bytes of a field. */
    byte[] content() {
        var content = new byte[bytes.remaining()];
        bytes.duplicate().get(content);
        return content;
    }
}
