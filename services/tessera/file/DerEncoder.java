package tessera.file;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** DER encoder, as far as certificates and keys need it. */
public final class DerEncoder {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'")
            .withZone(ZoneOffset.UTC);

    private DerEncoder() {}

    public static byte[] sequence(byte[]... parts) {
        return encodeValue(0x30, join(parts));
    }

    public static byte[] set(byte[]... parts) {
        return encodeValue(0x31, join(parts));
    }

    public static byte[] integer(BigInteger number) {
        return encodeValue(0x02, number.toByteArray());
    }

    public static byte[] trueValue() {
        return encodeValue(0x01, new byte[] {(byte) 0xff});
    }

    public static byte[] utf8Text(String text) {
        return encodeValue(0x0c, text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] generalizedTime(Instant moment) {
        return encodeValue(0x18, TIME.format(moment).getBytes(StandardCharsets.US_ASCII));
    }

    public static byte[] octetString(byte[] bytes) {
        return encodeValue(0x04, bytes);
    }

    public static byte[] bitString(byte[] bytes) {
        return encodeValue(0x03, join(new byte[1], bytes));
    }

    /** Encodes an object identifier with numbers below 16 384. */
    public static byte[] objectIdentifier(int... numbers) {
        var out = new ByteArrayOutputStream();
        out.write(40 * numbers[0] + numbers[1]);
        for (int i = 2; i < numbers.length; i++) {
            if (numbers[i] > 127) {
                out.write(0x80 | numbers[i] >> 7);
            }
            out.write(numbers[i] & 0x7f);
        }
        return encodeValue(0x06, out.toByteArray());
    }

    /**
     * Encodes a value with a tag of its context.
     *
     * @param explicit whether it wraps another value
     */
    public static byte[] taggedValue(int number, boolean explicit, byte[] content) {
        return encodeValue((explicit ? 0xa0 : 0x80) | number, content);
    }

    private static byte[] encodeValue(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 128) {
            out.write(content.length);
        } else if (content.length < 256) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (var part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
