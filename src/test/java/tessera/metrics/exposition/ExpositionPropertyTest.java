package tessera.metrics.exposition;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Texts made by chance, read by the parser and by a plain one. */
class ExpositionPropertyTest {

    private static final String[] NAMES = {"up", "a", "DCGM_FI_DEV_GPU_TEMP", "_x", "job:rate:sum5m", "le", "UUID",
        "x9"};
    private static final String[] VALUES = {"0", "GPU-6b0e2f4a-1c39", "NVIDIA H100 80GB HBM3", "a\\\\b",
        "say \\\"x\\\"", "two\\nlines", "}", "},", "{", "=", "#", "é", "漢字", "😀", "", " ", "\\q", "x".repeat(300),
        "\u0000", "\t", "\r"};
    private static final String[] ODD = {"\"", "{", "}", ",", "=", "\\", " ", "\t", "\r", "#", "1", "-", "x", "\u0001"};

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static String one(String[] of, RandomGenerator random) {
        return of[random.nextInt(of.length)];
    }

    private static String blanks(RandomGenerator random, int minimum) {
        return random.nextInt(4) > 0 ? " ".repeat(minimum) : " \t ".substring(0, minimum + random.nextInt(3 - minimum));
    }

    static String number(RandomGenerator random) {
        return switch (random.nextInt(9)) {
            case 0 -> Integer.toString(random.nextInt(100));
            case 1 -> Long.toString(random.nextLong());
            case 2 -> Double.toString(random.nextDouble());
            case 3 -> Double.toString(Double.longBitsToDouble(random.nextLong())).replace("Infinity", "Inf");
            case 4 -> "%d.%06d".formatted(random.nextInt(1000), random.nextInt(1_000_000));
            case 5 -> "NaN";
            case 6 -> random.nextBoolean() ? "+Inf" : "-Inf";
            case 7 -> "%de%d".formatted(random.nextLong(), random.nextInt(700) - 350);
            default -> "%s%d.%de%+d".formatted(random.nextBoolean() ? "-" : "", random.nextInt(10),
                    random.nextLong(Long.MAX_VALUE), random.nextInt(50) - 25);
        };
    }

    private static String line(RandomGenerator random) {
        var line = new StringBuilder(blanks(random, 0)).append(one(NAMES, random));
        int kind = random.nextInt(5);
        if (kind == 0) {
            line.append(' ');
        } else {
            line.append(blanks(random, 0)).append('{').append(blanks(random, 0));
            int count = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                line.append(one(NAMES, random).replace(':', '_')).append(blanks(random, 0)).append('=')
                        .append(blanks(random, 0)).append('"').append(one(VALUES, random)).append('"')
                        .append(blanks(random, 0)).append(i + 1 < count || random.nextInt(5) == 0 ? "," : "")
                        .append(blanks(random, 0));
            }
            line.append('}');
        }
        line.append(blanks(random, 0)).append(number(random));
        if (random.nextInt(4) == 0) {
            line.append(blanks(random, 1)).append(random.nextLong() >> 4);
        }
        line.append(blanks(random, 0)).append(random.nextInt(6) == 0 ? "\r" : "");
        if (random.nextInt(5) == 0) {
            int at = random.nextInt(line.length());
            line.replace(at, at + random.nextInt(Math.min(3, line.length() - at)), one(ODD, random));
        }
        return line.toString();
    }

    private static String text(RandomGenerator random) {
        var text = new StringBuilder("# HELP a Made by chance.\n");
        var before = "up 1";
        for (int i = random.nextInt(12); i >= 0; i--) {
            before = random.nextInt(4) == 0 ? before : random.nextInt(12) == 0 ? "# a comment" : line(random);
            text.append(before).append('\n');
        }
        return text.toString();
    }

    @Test
    void whatThePlainParserReadsIsReadAndNothingElse() throws IOException {
        var parser = new MetricsExpositionParser();
        int samples = 0;
        for (long seed = 0; seed < 20_000; seed++) {
            var random = random(seed);
            // A character that was torn apart is another one once it was written.
            var text = new String(text(random).getBytes(UTF_8), UTF_8);
            var read = Read.of(parser, MetricsExpositionFormat.PROMETHEUS, Read.trickle(text.getBytes(UTF_8), random));
            assertThat(read.samples()).as("seed %d: %s", seed, text).isEqualTo(PlainParser.read(text));
            samples += read.samples().size();
        }
        assertThat(samples).isGreaterThan(60_000);
    }

    @Test
    void numbersAreReadAsJavaReadsThem() throws IOException {
        var random = random(1);
        var text = new StringBuilder();
        var expected = new double[200_000];
        for (int i = 0; i < expected.length; i++) {
            var number = number(random);
            text.append("m ").append(number).append('\n');
            expected[i] = Double.parseDouble(number.replace("Inf", "Infinity"));
        }
        var read = new double[expected.length];
        new MetricsExpositionParser().read(new ByteArrayInputStream(text.toString().getBytes(UTF_8)),
                sample -> read[(int) sample.lineNumber() - 1] = sample.value());
        assertThat(read).isEqualTo(expected);
    }

    @Test
    void bytesMadeByChanceNeverMakeItFail() throws IOException {
        var parser = new MetricsExpositionParser();
        for (long seed = 0; seed < 5_000; seed++) {
            var random = random(seed);
            var bytes = text(random).getBytes(UTF_8);
            for (int i = random.nextInt(20); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            int cut = random.nextInt(bytes.length) + 1;
            var result = parser.read(new ByteArrayInputStream(bytes, 0, cut), sample -> {});
            assertThat(result.samples() + result.garbage()).isLessThanOrEqualTo(cut);
        }
    }
}
