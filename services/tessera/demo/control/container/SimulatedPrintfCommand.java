package tessera.demo.control.container;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The program {@code printf}, as far as it turns escapes into bytes and puts words where {@code %s} is. */
record SimulatedPrintfCommand(SimulatedProgramInputOutput console) {

    private static final String LETTERS = "abfnrtve\\";
    private static final byte[] MEANT = {7, 8, 12, 10, 13, 9, 11, 27, 92};

    int run(List<String> texts) throws IOException {
        if (texts.size() < 2) {
            console.printError("printf: usage: printf format [arguments]\n");
            return 2;
        }
        var written = new ByteArrayOutputStream();
        int word = 2;
        var format = texts.get(1).getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < format.length; at++) {
            boolean more = at + 1 < format.length;
            if (format[at] == '\\' && more) {
                at = readEscape(format, at + 1, written);
            } else if (format[at] == '%' && more && format[at + 1] == 's') {
                at++;
                written.writeBytes(
                        (word < texts.size() ? texts.get(word++) : "").getBytes(StandardCharsets.UTF_8));
            } else {
                written.write(format[at]);
            }
        }
        console.writeBytes(written.toByteArray());
        return 0;
    }

    /** Appends an escape sequence and returns the index behind it. */
    private static int readEscape(byte[] format, int at, ByteArrayOutputStream written) {
        int letter = LETTERS.indexOf(format[at]);
        if (letter >= 0) {
            written.write(MEANT[letter]);
            return at;
        }
        if (format[at] == 'x') {
            return readNumber(format, at + 1, 16, 2, written);
        }
        if (Character.digit(format[at], 8) >= 0) {
            return readNumber(format, at, 8, 3, written);
        }
        written.write('\\');
        written.write(format[at]);
        return at;
    }

    private static int readNumber(byte[] format, int from, int radix, int maximum, ByteArrayOutputStream written) {
        int value = 0;
        int at = from;
        while (at < format.length && at < from + maximum && Character.digit(format[at], radix) >= 0) {
            value = value * radix + Character.digit(format[at], radix);
            at++;
        }
        written.write(value);
        return at - 1;
    }
}
