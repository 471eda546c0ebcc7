package tessera.demo.api.wire;

import java.io.IOException;
import java.util.Arrays;

/** The fields of one protobuf message, in order. */
final class ProtobufFieldReader {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED32 = 5;

    private final byte[] bytes;
    private final int end;
    private int position;
    private int number;
    private int wireType;

    ProtobufFieldReader(byte[] bytes, int begin, int end) {
        this.bytes = bytes;
        this.position = begin;
        this.end = end;
    }

    /** Advances to the next field; the one before must have been read or skipped. */
    boolean next() throws IOException {
        if (position >= end) {
            return false;
        }
        long tag = decodeVarint();
        number = (int) (tag >>> 3);
        wireType = (int) (tag & 7);
        return true;
    }

    int fieldNumber() {
        return number;
    }

    long readVarint() throws IOException {
        if (wireType != VARINT) {
            throw new IOException("field " + number + " is no number");
        }
        return decodeVarint();
    }

    byte[] readBytes() throws IOException {
        int begin = beginBytes();
        return Arrays.copyOfRange(bytes, begin, position);
    }

    ProtobufFieldReader readMessage() throws IOException {
        int begin = beginBytes();
        return new ProtobufFieldReader(bytes, begin, position);
    }

    void skip() throws IOException {
        switch (wireType) {
            case VARINT -> decodeVarint();
            case FIXED64 -> advance(8);
            case LENGTH -> beginBytes();
            case FIXED32 -> advance(4);
            default -> throw new IOException("unknown wire type " + wireType);
        }
    }

    private int beginBytes() throws IOException {
        if (wireType != LENGTH) {
            throw new IOException("field " + number + " is no message");
        }
        long length = decodeVarint();
        int begin = position;
        advance(length);
        return begin;
    }

    private void advance(long count) throws IOException {
        if (count < 0 || count > end - position) {
            throw new IOException("unexpected end");
        }
        position += (int) count;
    }

    private long decodeVarint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position >= end) {
                throw new IOException("unexpected end");
            }
            byte next = bytes[position++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IOException("number too long");
    }
}
